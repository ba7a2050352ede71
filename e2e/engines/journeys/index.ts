import type { Journey } from "../journey.ts";
import { signIn } from "./sign-in.ts";

/** In the order in which they are walked. */
export const journeys: readonly Journey[] = [signIn];
