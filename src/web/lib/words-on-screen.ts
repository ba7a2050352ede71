import { createStore } from "./store.ts";
import { createTranslate, type Translate } from "./translate.ts";

/**
 * The texts of the language on screen. Components use `useText`, everything else `translate.get()`. Empty until a page
 * adds its own before it first renders.
 */
export const translate = createStore<Translate>(createTranslate("en", {}));
