import { GRID_LOCATION } from "./program.ts";

/** A flat grid over the unit square, projected onto the sphere by the vertex shader. */
export interface Mesh {
  readonly vertices: WebGLVertexArrayObject;
  readonly count: number;
}

/** @param cols cells across, at most 255 so that 16 bit indices suffice. */
export function createGrid(gl: WebGL2RenderingContext, cols: number, rows: number): Mesh {
  const points = new Float32Array((cols + 1) * (rows + 1) * 2);
  const indices = new Uint16Array(cols * rows * 6);
  let at = 0;
  for (let y = 0; y <= rows; y++) {
    for (let x = 0; x <= cols; x++) points.set([x / cols, y / rows], 2 * at++);
  }
  at = 0;
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < cols; x++) {
      const corner = y * (cols + 1) + x;
      const below = corner + cols + 1;
      indices.set([corner, below, corner + 1, corner + 1, below, below + 1], 6 * at++);
    }
  }
  const vertices = gl.createVertexArray();
  gl.bindVertexArray(vertices);
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, points, gl.STATIC_DRAW);
  gl.enableVertexAttribArray(GRID_LOCATION);
  gl.vertexAttribPointer(GRID_LOCATION, 2, gl.FLOAT, false, 0, 0);
  gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, indices, gl.STATIC_DRAW);
  gl.bindVertexArray(null);
  return { vertices, count: indices.length };
}

export function drawMesh(gl: WebGL2RenderingContext, mesh: Mesh): void {
  gl.bindVertexArray(mesh.vertices);
  gl.drawElements(gl.TRIANGLES, mesh.count, gl.UNSIGNED_SHORT, 0);
}
