import type { Panorama } from "../types.ts";
import type { Direction } from "../view.ts";
import { eyeDirection, eyeLens, eyeRotation } from "./xr-lens.ts";

export interface VrOptions {
  /** The trigger was pressed with this gaze. */
  readonly select?: ((gaze: Direction) => void) | undefined;
  /** The user has returned to the page. */
  readonly ended?: (() => void) | undefined;
}

/** Field of view that covers both eyes, degrees: tiles are selected by it. */
const SHARED_FOV = 100;

/**
 * Shows the picture in a headset, beginning with the current view; pictures shown meanwhile appear there. Must be
 * called within a user gesture. Rejects when the headset refuses. The returned function ends it.
 */
export async function enterVr(panorama: Panorama, { select, ended }: VrOptions = {}): Promise<() => void> {
  const { xr } = navigator;
  if (xr === undefined) throw new Error("This browser knows no headsets.");
  const session = await xr.requestSession("immersive-vr");
  const leave = () => void session.end().catch(() => undefined);
  try {
    const gl = await panorama.surface.open();
    const layer = new XRWebGLLayer(session, gl);
    await session.updateRenderState({ baseLayer: layer });
    const space = await session.requestReferenceSpace("local");
    show(panorama, session, layer, space, select);
  } catch (error) {
    leave();
    throw error;
  }
  session.addEventListener("end", () => ended?.());
  return leave;
}

function show(
  panorama: Panorama,
  session: XRSession,
  layer: XRWebGLLayer,
  space: XRReferenceSpace,
  select: VrOptions["select"],
): void {
  const heading = panorama.view.yaw;
  const begun = panorama.source;
  let gaze: Direction = { yaw: heading, pitch: 0 };
  session.addEventListener("select", () => select?.(gaze));
  const frame = (_: number, xrFrame: XRFrame) => {
    session.requestAnimationFrame(frame);
    const pose = xrFrame.getViewerPose(space);
    if (!pose) return;
    // Another picture has a different north: the compass heading of the view is kept.
    const turned = (panorama.source?.north ?? 0) - (begun?.north ?? 0);
    const eyes = pose.views.flatMap((view) => {
      const viewport = layer.getViewport(view);
      if (!viewport) return [];
      const rotation = eyeRotation(view.transform.orientation, heading + turned);
      return [{ framebuffer: layer.framebuffer, viewport, rotation, ...eyeLens(view.projectionMatrix) }];
    });
    const [first] = eyes;
    if (first === undefined) return;
    gaze = eyeDirection(first.rotation);
    panorama.surface.drawEyes(eyes, { ...gaze, fov: SHARED_FOV }, first.viewport);
  };
  session.requestAnimationFrame(frame);
}
