/** Whether this device may have a gyroscope: the API exists, and the page is in a secure context. */
export const hasGyroscope = (): boolean =>
  "DeviceOrientationEvent" in window && window.isSecureContext && matchMedia("(pointer: coarse)").matches;
