"""Pictures and planes: images, homographies, markers, quadrilaterals, light. Knows no piece."""
