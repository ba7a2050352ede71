/** Whether this device may have a gyroscope: it says so, and the page is served safely. */
export const hasGyroscope = (): boolean =>
  "DeviceOrientationEvent" in window && window.isSecureContext && matchMedia("(pointer: coarse)").matches;
