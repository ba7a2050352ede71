import { toRadians } from "../projection/angles.ts";
import { type Camera, rotationOf } from "../projection/camera.ts";
import type { Coverage } from "../projection/coverage.ts";
import { openContext } from "./context.ts";
import { createGrid, drawMesh, type Mesh } from "./mesh.ts";
import { createProgram, type Program } from "./program.ts";
import { FADE_FRAGMENT, FADE_VERTEX, PATCH_FRAGMENT, PATCH_VERTEX } from "./shaders.ts";
import { Textures } from "./textures.ts";

/** A texture laid on a part of the sphere. */
export interface Patch {
  readonly texture: WebGLTexture;
  readonly coverage: Coverage;
  /** 0 for the sharpest; a patch hides those of a higher rank. */
  readonly rank: number;
}

/** Ranks there may be; more levels than this no picture has. */
const RANKS = 16;

/** Cells per patch and right angle; see the vertex shader for what they have to reach. */
const TILE_CELLS = 32;
const SPHERE_CELLS = 128;

interface Pipeline {
  readonly patch: Program<"span" | "rotation" | "lens" | "depth" | "fine">;
  readonly fade: Program<"opacity">;
  readonly tile: Mesh;
  readonly sphere: Mesh;
  readonly quad: Mesh;
}

/** Draws patches of the sphere. Knows nothing of tiles, requests or time. */
export class Renderer {
  readonly textures: Textures;
  readonly #canvas: HTMLCanvasElement;
  readonly #gl: WebGL2RenderingContext;
  #pipeline: Pipeline | undefined;

  /** @throws PanoramaError `no-webgl` */
  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
    this.#gl = openContext(canvas);
    this.textures = new Textures(this.#gl);
  }

  get isLost(): boolean {
    return this.#gl.isContextLost();
  }

  /** Size of the canvas in device pixels. */
  resize(width: number, height: number): void {
    this.#canvas.width = width;
    this.#canvas.height = height;
  }

  /** After a lost context: everything is built again with the next frame. */
  restore(): void {
    this.#pipeline = undefined;
    this.textures.reset();
  }

  /** Compiles everything that `draw` is going to need, with a drawing of one pixel. Does so once. */
  warmUp(camera: Camera, patches: readonly Patch[]): void {
    if (this.#pipeline) return;
    this.#gl.viewport(0, 0, 1, 1);
    this.#drawPatches(camera, patches, false);
  }

  /** @param fine whether to spend the time of the better filter. */
  draw(camera: Camera, patches: readonly Patch[], fine: boolean): void {
    this.#gl.viewport(0, 0, this.#canvas.width, this.#canvas.height);
    this.#drawPatches(camera, patches, fine);
  }

  /** Lays a texture of `textures.fromFrame` over what was drawn. */
  drawOver(frame: WebGLTexture, opacity: number): void {
    if (!this.#pipeline) return;
    const gl = this.#gl;
    const { fade, quad } = this.#pipeline;
    gl.disable(gl.DEPTH_TEST);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    gl.useProgram(fade.handle);
    gl.uniform1f(fade.uniforms.opacity, opacity);
    gl.bindTexture(gl.TEXTURE_2D, frame);
    drawMesh(gl, quad);
  }

  /** Gives the context back at once instead of whenever the garbage is collected: a page has only 16. */
  destroy(): void {
    this.#gl.getExtension("WEBGL_lose_context")?.loseContext();
  }

  #drawPatches(camera: Camera, patches: readonly Patch[], fine: boolean): void {
    const gl = this.#gl;
    // Compiled with the first frame and not before, so that it cannot delay the first paint of the page.
    this.#pipeline ??= createPipeline(gl);
    const { patch: program, tile, sphere } = this.#pipeline;
    const { uniforms } = program;
    const tan = Math.tan(toRadians(camera.view.fov) / 2);
    gl.disable(gl.BLEND);
    gl.enable(gl.DEPTH_TEST);
    gl.clearColor(0, 0, 0, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.useProgram(program.handle);
    gl.uniformMatrix3fv(uniforms.rotation, true, rotationOf(camera.view));
    gl.uniform2f(uniforms.lens, camera.height / camera.width / tan, 1 / tan);
    gl.uniform1i(uniforms.fine, fine ? 1 : 0);
    for (const { texture, coverage, rank } of patches.toSorted((a, b) => a.rank - b.rank)) {
      const { left, top, right, bottom } = coverage;
      gl.bindTexture(gl.TEXTURE_2D, texture);
      gl.uniform4f(uniforms.span, toRadians(left), toRadians(top), toRadians(right), toRadians(bottom));
      gl.uniform1f(uniforms.depth, (2 * (rank + 1)) / (RANKS + 2) - 1);
      drawMesh(gl, right - left > 90 ? sphere : tile);
    }
  }
}

function createPipeline(gl: WebGL2RenderingContext): Pipeline {
  return {
    patch: createProgram(gl, PATCH_VERTEX, PATCH_FRAGMENT, ["span", "rotation", "lens", "depth", "fine"]),
    fade: createProgram(gl, FADE_VERTEX, FADE_FRAGMENT, ["opacity"]),
    tile: createGrid(gl, TILE_CELLS, TILE_CELLS),
    sphere: createGrid(gl, SPHERE_CELLS, SPHERE_CELLS / 2),
    quad: createGrid(gl, 1, 1),
  };
}
