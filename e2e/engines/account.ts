import { admin } from "../admin.ts";
import type { Account } from "./journey.ts";

/** The first super admin's sign-in. */
export const account: Account = { name: admin.email, password: admin.password };
