import { AppError } from "../errors.ts";
import type { Mailer } from "./mail.ts";

export function createMailer(): Mailer {
  return {
    queue: async () => undefined,
    sendNow: async () => {
      throw new AppError("UNAVAILABLE");
    },
  };
}
