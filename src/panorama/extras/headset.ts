/** Whether a headset can be entered from here. Never fails: what is refused is not there. */
export async function hasHeadset(): Promise<boolean> {
  try {
    return (await navigator.xr?.isSessionSupported("immersive-vr")) ?? false;
  } catch {
    return false;
  }
}
