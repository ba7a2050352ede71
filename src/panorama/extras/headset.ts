/** Chromium's, where a page within another asks what that one allows it. */
interface FeaturePolicy {
  allowsFeature(name: string): boolean;
}

/** Whether a headset session can be started. Never fails: a refusal counts as not available. */
export async function hasHeadset(): Promise<boolean> {
  const { featurePolicy } = document as { featurePolicy?: FeaturePolicy };
  // Asking the headset where it is not allowed writes an error into the console.
  if (featurePolicy?.allowsFeature("xr-spatial-tracking") === false) return false;
  try {
    return (await navigator.xr?.isSessionSupported("immersive-vr")) ?? false;
  } catch {
    return false;
  }
}
