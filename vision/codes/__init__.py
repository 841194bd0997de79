"""Printed codes and tags: QR, Code 128 and square markers."""
