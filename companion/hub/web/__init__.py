"""What the hub serves: tables post here, people look here."""
