import { useEffect } from "react";
import { createStore, useStore } from "./store.ts";
import { whenSettled } from "./when-idle.ts";

const isSettled = createStore(false);

/** True once the first screen is drawn: until then, nothing that accompanies every screen is loaded. */
export function useSettled(): boolean {
  useEffect(() => void whenSettled().then(() => isSettled.set(true)), []);
  return useStore(isSettled);
}
