import { builtInTexts } from "./built-in-texts.ts";
import { createStore } from "./store.ts";
import { createTranslate, type Translate } from "./translate.ts";

/** The texts of the language on screen. Components use `useText`, everything else `translate.get()`. */
export const translate = createStore<Translate>(createTranslate("en", builtInTexts.en));
