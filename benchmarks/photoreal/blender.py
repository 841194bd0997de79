"""The painter: reads scenes as JSON, a line each, renders them with Cycles, says the file of each when it is there.

A process of its own (``python -m benchmarks.photoreal.blender``), for Blender prints as it likes and keeps much memory.
"""

import math
import sys
from collections.abc import Callable, Sequence
from typing import Any

import bpy  # type: ignore[import-not-found,unused-ignore]
import msgspec
import numpy as np
from mathutils import Matrix  # type: ignore[import-not-found,unused-ignore]

from benchmarks.photoreal.scene import Camera, Lamp, Part, Point, Scene, Sheet, Solid

_MM = 0.001
"""Blender's unit is a metre."""
_GRID = (7, 10)
"""Vertices of a card along its width and height: enough for a bend without corners."""
_SLEEVE = 1.5
"""mm that a sleeve is larger than its card, all round."""
_WHOLE: Part = (0.0, 0.0, 1.0, 1.0)
_PULP = (0.62, 0.58, 0.50)
"""Colour of cut board (linear RGB)."""


class Painter:
    """Keeps what every scene needs: images and materials."""

    def __init__(self) -> None:
        bpy.ops.wm.read_factory_settings(use_empty=True)
        self._scene = bpy.context.scene
        self._scene.render.engine = "CYCLES"
        cycles = self._scene.cycles
        cycles.device = "CPU"
        cycles.use_denoising = True
        cycles.denoiser = "OPENIMAGEDENOISE"
        cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 6, 2, 2
        cycles.transparent_max_bounces = 64  # as many sleeves and cut-out shapes may lie on one another
        self._scene.view_settings.view_transform = "Standard"
        self._scene.render.image_settings.file_format = "PNG"
        self._scene.render.use_persistent_data = False
        self._materials: dict[tuple[Any, ...], Any] = {}

    def paint(self, scene: Scene) -> None:
        """Render one scene into its file."""
        for thing in list(bpy.data.objects):
            bpy.data.objects.remove(thing, do_unlink=True)
        for mesh in list(bpy.data.meshes):
            bpy.data.meshes.remove(mesh)
        self._sky(scene.sky)
        self._table(scene)
        for sheet in scene.sheets:
            self._sheet(sheet)
        for solid in scene.solids:
            self._solid(solid)
        for lamp in scene.lamps:
            _lamp(lamp)
        for head in scene.heads:
            self._ball(head, 95.0, (0.08, 0.05, 0.04))
        if scene.arm is not None:
            self._arm(*scene.arm)
        self._aim(scene.camera)
        self._scene.view_settings.exposure = scene.gain
        self._scene.cycles.samples = scene.samples
        self._scene.render.resolution_percentage = round(100 * scene.scale)
        if not scene.parts:
            self._render(_WHOLE, scene.file)
        for part, file in zip(scene.parts, scene.files(), strict=True):
            self._render(part, file)

    def _render(self, part: Part, file: str) -> None:
        render = self._scene.render
        render.use_border = part != _WHOLE
        render.border_min_x, render.border_max_x = part[0], part[2]
        render.border_min_y, render.border_max_y = 1.0 - part[3], 1.0 - part[1]  # from the bottom
        render.filepath = file
        bpy.ops.render.render(write_still=True)

    def _sky(self, strength: float) -> None:
        world = self._scene.world or bpy.data.worlds.new("sky")
        self._scene.world = world
        world.use_nodes = True
        background = world.node_tree.nodes["Background"]
        background.inputs[0].default_value = (0.85, 0.92, 1.0, 1.0)
        background.inputs[1].default_value = strength

    def _table(self, scene: Scene) -> None:
        width, height = scene.table
        wide = [(-width, -height), (2 * width, -height), (2 * width, 2 * height), (-width, 2 * height)]
        self._mesh([(*corner, 0.0) for corner in wide], [(0, 1, 2, 3)], self._colour((0.25, 0.2, 0.16)))
        corners = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]
        self._flat(corners, 0.1, self._printed(scene.surface, rough=0.6))

    def _sheet(self, sheet: Sheet) -> None:
        self._flat(sheet.corners, 0.3, self._printed(sheet.picture, rough=0.7))

    def _flat(self, corners: Sequence[Point], height: float, material: Any) -> None:
        uv = [(0.0, 1.0), (1.0, 1.0), (1.0, 0.0), (0.0, 0.0)]
        self._mesh([(*corner, height) for corner in corners], [(0, 1, 2, 3)], material, uv)

    def _solid(self, solid: Solid) -> None:
        if solid.outline:
            self._board(solid)
            return
        self._sheet_of(solid, solid.size, 0.0, self._printed(solid.picture, rough=0.35))
        if solid.sleeved:
            size = (solid.size[0] + 2 * _SLEEVE, solid.size[1] + 2 * _SLEEVE)
            self._sheet_of(solid, size, 0.15, self._sleeve())

    def _sheet_of(self, solid: Solid, size: tuple[float, float], above: float, material: Any) -> None:
        """A surface of a card's form, ``above`` it (mm)."""
        columns, rows = _GRID
        points, uv = [], []
        for row in range(rows):
            for column in range(columns):
                u, v = column / (columns - 1), row / (rows - 1)
                x, y = (u - 0.5) * size[0], (v - 0.5) * size[1]
                rise = solid.bend[0] * (2 * u - 1) ** 2 + solid.bend[1] * (2 * v - 1) ** 2
                height = solid.height + solid.slope[0] * x + solid.slope[1] * y + rise + above
                points.append((*_turned(solid, x, y), height))
                uv.append((u, 1 - v))
        faces = [
            (k, k + 1, k + columns + 1, k + columns)
            for row in range(rows - 1)
            for k in range(row * columns, row * columns + columns - 1)
        ]
        self._mesh(points, faces, material, uv, smooth=True)

    def _board(self, solid: Solid) -> None:
        """Punched board: its face on top, pulp at its sides."""
        count = len(solid.outline)
        low = [(*_turned(solid, *point), solid.height) for point in solid.outline]
        high = [(x, y, height + solid.thick) for x, y, height in low]
        sides = [(k, (k + 1) % count, count + (k + 1) % count, count + k) for k in range(count)]
        self._mesh(low + high, sides, self._colour(_PULP))
        uv = [(x / solid.size[0] + 0.5, 0.5 - y / solid.size[1]) for x, y in solid.outline]
        self._mesh(high, [tuple(range(count))], self._printed(solid.picture, rough=0.45), uv)

    def _arm(self, tip: Point, elbow: Point) -> None:
        """Four fingers, a hand and a sleeve, reaching from the elbow to the fingertips, 20 to 90 mm high."""
        skin, wool = (0.45, 0.24, 0.16), (0.05, 0.08, 0.16)
        along = np.array(elbow) - np.array(tip)
        along /= max(1.0, float(np.linalg.norm(along)))
        across = np.array([-along[1], along[0]])
        for finger in range(4):
            end = np.array(tip) + across * (finger - 1.5) * 17.0 + along * abs(finger - 1.2) * 9.0
            root = np.array(tip) + along * 85.0 + across * (finger - 1.5) * 19.0
            self._tube((*end, 18.0), (*root, 55.0), 8.5, skin)
        hand, wrist = np.array(tip) + along * 80.0, np.array(tip) + along * 165.0
        self._tube((*hand, 55.0), (*wrist, 65.0), 34.0, skin)
        self._tube((*wrist, 65.0), (*elbow, 90.0), 45.0, wool)

    def _tube(self, start: Sequence[float], end: Sequence[float], radius: float, colour: Sequence[float]) -> None:
        self._ball(start, radius, colour)
        middle = [(float(one) + float(other)) / 2 for one, other in zip(start, end, strict=True)]
        way = [(float(other) - float(one)) * sign for one, other, sign in zip(start, end, (1, -1, 1), strict=True)]
        length = math.hypot(*way)
        bpy.ops.mesh.primitive_cylinder_add(radius=radius * _MM, depth=length * _MM, location=_place(*middle))
        tube = bpy.context.active_object
        tube.rotation_euler = (0.0, math.acos(way[2] / length), math.atan2(way[1], way[0]))
        tube.data.materials.append(self._colour(tuple(colour)))
        for polygon in tube.data.polygons:
            polygon.use_smooth = True

    def _ball(self, centre: Sequence[float], radius: float, colour: Sequence[float]) -> None:
        bpy.ops.mesh.primitive_uv_sphere_add(radius=radius * _MM, location=_place(*map(float, centre)))
        ball = bpy.context.active_object
        ball.data.materials.append(self._colour(tuple(colour)))
        for polygon in ball.data.polygons:
            polygon.use_smooth = True

    def _mesh(
        self,
        points: Sequence[tuple[float, float, float]],
        faces: Sequence[tuple[int, ...]],
        material: Any,
        uv: Sequence[Point] | None = None,
        *,
        smooth: bool = False,
    ) -> None:
        mesh = bpy.data.meshes.new("piece")
        # y is turned over, so faces are, too: their upper side stays the upper one.
        turned = [tuple(reversed(face)) for face in faces]
        mesh.from_pydata([_place(*point) for point in points], [], turned)
        if uv is not None:
            layer = mesh.uv_layers.new().data
            for loop in mesh.loops:
                layer[loop.index].uv = uv[loop.vertex_index]
        for polygon in mesh.polygons:
            polygon.use_smooth = smooth
        mesh.materials.append(material)
        bpy.context.collection.objects.link(bpy.data.objects.new("piece", mesh))

    def _material(self, key: tuple[Any, ...], make: Callable[[Any, Any], None]) -> Any:
        if key not in self._materials:
            material = bpy.data.materials.new(str(key))
            material.use_nodes = True
            make(material.node_tree, material.node_tree.nodes["Principled BSDF"])
            self._materials[key] = material
        return self._materials[key]

    def _colour(self, colour: tuple[float, ...]) -> Any:
        def plain(_tree: Any, surface: Any) -> None:
            surface.inputs["Base Color"].default_value = (*colour, 1.0)
            surface.inputs["Roughness"].default_value = 0.8

        return self._material(("colour", *colour), plain)

    def _printed(self, file: str, *, rough: float) -> Any:
        def picture(tree: Any, surface: Any) -> None:
            node = tree.nodes.new("ShaderNodeTexImage")
            node.image = bpy.data.images.load(file)
            node.extension = "EXTEND"
            surface.inputs["Roughness"].default_value = rough
            tree.links.new(node.outputs["Color"], surface.inputs["Base Color"])
            tree.links.new(node.outputs["Alpha"], surface.inputs["Alpha"])

        return self._material((file,), picture)

    def _sleeve(self) -> Any:
        """Clear film: nearly all light goes through, lamps are mirrored by Fresnel's law (refractive index 1.5)."""

        def film(tree: Any, _surface: Any) -> None:
            clear, gloss = tree.nodes.new("ShaderNodeBsdfTransparent"), tree.nodes.new("ShaderNodeBsdfGlossy")
            gloss.inputs["Roughness"].default_value = 0.12
            fresnel, mix = tree.nodes.new("ShaderNodeFresnel"), tree.nodes.new("ShaderNodeMixShader")
            fresnel.inputs["IOR"].default_value = 1.5
            # A shadow's ray meets the film from within, where Fresnel's law is another: it is let through.
            path, lit = tree.nodes.new("ShaderNodeLightPath"), tree.nodes.new("ShaderNodeMath")
            lit.operation = "SUBTRACT"
            lit.use_clamp = True
            tree.links.new(fresnel.outputs[0], lit.inputs[0])
            tree.links.new(path.outputs["Is Shadow Ray"], lit.inputs[1])
            tree.links.new(lit.outputs[0], mix.inputs[0])
            tree.links.new(clear.outputs[0], mix.inputs[1])
            tree.links.new(gloss.outputs[0], mix.inputs[2])
            tree.links.new(mix.outputs[0], tree.nodes["Material Output"].inputs["Surface"])

        return self._material(("sleeve",), film)

    def _aim(self, camera: Camera) -> None:
        render, (width, height) = self._scene.render, camera.size
        render.resolution_x, render.resolution_y = width, height
        data = bpy.data.cameras.new("camera")
        data.sensor_fit, data.sensor_width = "HORIZONTAL", 36.0
        data.lens = camera.focal * 36.0 / width
        data.shift_x = (width / 2 - camera.centre[0]) / width
        data.shift_y = (camera.centre[1] - height / 2) / width
        data.clip_start, data.clip_end = 0.01, 20.0
        # Table and camera axes have y and z the other way round than Blender's.
        over = np.diag([1.0, -1.0, -1.0])
        pose = np.eye(4)
        pose[:3, :3] = (over @ np.array(camera.turn).reshape(3, 3) @ over).T
        pose[:3, 3] = _place(*camera.eye)
        thing = bpy.data.objects.new("camera", data)
        thing.matrix_world = Matrix(pose.tolist())
        bpy.context.collection.objects.link(thing)
        self._scene.camera = thing


def _lamp(lamp: Lamp) -> None:
    data = bpy.data.lights.new("lamp", "AREA")
    data.shape, data.size = "DISK", 2 * lamp.radius * _MM
    data.energy, data.color = lamp.watts, lamp.tint
    thing = bpy.data.objects.new("lamp", data)
    thing.location = _place(*lamp.where)
    bpy.context.collection.objects.link(thing)


def _place(x: float, y: float, height: float) -> tuple[float, float, float]:
    return x * _MM, -y * _MM, height * _MM


def _turned(solid: Solid, x: float, y: float) -> Point:
    turn = math.radians(solid.angle)
    return (
        solid.centre[0] + x * math.cos(turn) - y * math.sin(turn),
        solid.centre[1] + x * math.sin(turn) + y * math.cos(turn),
    )


def main() -> None:
    """Paint what is asked for until nothing more is."""
    painter = Painter()
    for line in sys.stdin:
        scene = msgspec.json.decode(line, type=Scene)
        painter.paint(scene)
        sys.stdout.write(scene.file + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
