/** Location of the one attribute that every mesh has. */
export const GRID_LOCATION = 0;

export interface Program<Name extends string> {
  readonly handle: WebGLProgram;
  readonly uniforms: Record<Name, WebGLUniformLocation | null>;
}

/**
 * Compiles and links.
 * @throws Error with the driver's log on failure, which only a faulty driver causes: the sources are fixed.
 */
export function createProgram<Name extends string>(
  gl: WebGL2RenderingContext,
  vertex: string,
  fragment: string,
  names: readonly Name[],
): Program<Name> {
  const handle = gl.createProgram();
  const shaders = [compile(gl, gl.VERTEX_SHADER, vertex), compile(gl, gl.FRAGMENT_SHADER, fragment)];
  for (const shader of shaders) gl.attachShader(handle, shader);
  gl.bindAttribLocation(handle, GRID_LOCATION, "grid");
  gl.linkProgram(handle);
  for (const shader of shaders) gl.deleteShader(shader);
  if (!gl.getProgramParameter(handle, gl.LINK_STATUS) && !gl.isContextLost()) {
    throw new Error(gl.getProgramInfoLog(handle) ?? "the shaders do not link");
  }
  const uniforms = Object.fromEntries(names.map((name) => [name, gl.getUniformLocation(handle, name)]));
  return { handle, uniforms: uniforms as Record<Name, WebGLUniformLocation | null> };
}

function compile(gl: WebGL2RenderingContext, type: GLenum, source: string): WebGLShader {
  const shader = gl.createShader(type);
  // Null only when the context is lost; everything is created again when it is restored.
  if (!shader) throw new Error("the graphics context is lost");
  gl.shaderSource(shader, source);
  gl.compileShader(shader);
  return shader;
}
