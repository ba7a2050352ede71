/** Whether a headset session can be started. Never fails: a refusal counts as not available. */
export async function hasHeadset(): Promise<boolean> {
  try {
    return (await navigator.xr?.isSessionSupported("immersive-vr")) ?? false;
  } catch {
    return false;
  }
}
