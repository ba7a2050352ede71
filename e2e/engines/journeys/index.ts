import type { Journey } from "../journey.ts";
import { arabic } from "./arabic.ts";
import { camera } from "./camera.ts";
import { compare } from "./compare.ts";
import { film } from "./film.ts";
import { flat } from "./flat.ts";
import { live } from "./live.ts";
import { offline } from "./offline.ts";
import { search } from "./search.ts";
import { signIn } from "./sign-in.ts";
import { snag } from "./snag.ts";
import { upload } from "./upload.ts";
import { turn, walkOn } from "./viewer.ts";

/** In the order of execution. */
export const journeys: readonly Journey[] = [
  signIn,
  upload,
  turn,
  walkOn,
  flat,
  compare,
  snag,
  film,
  live,
  camera,
  search,
  offline,
  arabic,
];
