/** Size of the stage in CSS pixels and the number of device pixels drawn per CSS pixel. */
export interface Size {
  readonly width: number;
  readonly height: number;
  readonly pixelRatio: number;
}

/**
 * The focusable element that holds canvas and markers. It is left to right in any page, because the world is: points
 * further right in the picture have a greater x. Text within the markers keeps the page's direction.
 */
export function createStage(container: HTMLElement, canvas: HTMLCanvasElement, label: string): HTMLElement {
  const stage = document.createElement("div");
  stage.className = "panorama";
  stage.dir = "ltr";
  stage.tabIndex = 0;
  stage.role = "application";
  stage.ariaLabel = label;
  // `clip` where supported: a focused marker at the edge must not scroll the picture away.
  stage.style.cssText =
    "position:absolute;inset:0;overflow:hidden;overflow:clip;touch-action:none;user-select:none;-webkit-user-select:none";
  canvas.style.cssText = "display:block;width:100%;height:100%;cursor:grab";
  stage.append(canvas);
  if (getComputedStyle(container).position === "static") container.style.position = "relative";
  container.append(stage);
  return stage;
}

/** Reports the size now and whenever it changes, also when the page moves to a display of another density. */
export function observeSize(
  stage: HTMLElement,
  maxPixelRatio: number,
  signal: AbortSignal,
  changed: (size: Size) => void,
): void {
  const report = () => {
    const { clientWidth, clientHeight } = stage;
    // A hidden container has no size; the last one stays until it is shown again.
    if (clientWidth === 0 || clientHeight === 0) return;
    const pixelRatio = Math.min(devicePixelRatio, maxPixelRatio);
    changed({ width: clientWidth, height: clientHeight, pixelRatio });
  };
  const observer = new ResizeObserver(report);
  observer.observe(stage);
  signal.addEventListener("abort", () => observer.disconnect());
  // The density may change without the size.
  const watchDensity = () => {
    const query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    const passed = () => {
      report();
      watchDensity();
    };
    query.addEventListener("change", passed, { once: true, signal });
  };
  watchDensity();
  report();
}

export interface StageEvents {
  pressed(event: MouseEvent): void;
  contextLost(): void;
  contextRestored(): Promise<void>;
  /** The connection is back. */
  online(): void;
}

export function listenToStage(
  element: HTMLElement,
  canvas: HTMLCanvasElement,
  signal: AbortSignal,
  heard: StageEvents,
): void {
  const lose = (event: Event) => {
    // Without this the browser does not restore the context.
    event.preventDefault();
    heard.contextLost();
  };
  element.addEventListener("click", heard.pressed, { signal });
  canvas.addEventListener("webglcontextlost", lose, { signal });
  canvas.addEventListener("webglcontextrestored", () => void heard.contextRestored(), { signal });
  window.addEventListener("online", () => heard.online(), { signal });
}
