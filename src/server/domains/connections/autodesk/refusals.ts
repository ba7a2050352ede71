import type { FastifyReply } from "fastify";
import { OutsideFailure } from "#server/integrations/outside-failure.ts";
import { AppError } from "#server/platform/errors.ts";

/** Maps errors of Autodesk to errors of ours; returns any other error unchanged. */
export function refusalOf(error: unknown): unknown {
  if (!(error instanceof OutsideFailure)) return error;
  const { status, trouble, wait } = error;
  const refuse = (
    ...[code, values]: [ConstructorParameters<typeof AppError>[0], Record<string, string | number>?]
  ) => new AppError(code, { cause: error, ...(values !== undefined && { values }) });
  if (status === 401) return refuse("AUTODESK_SIGN_IN");
  if (trouble === "busy" || (trouble === "broken" && wait !== undefined))
    return refuse("AUTODESK_BUSY", { seconds: Math.ceil(wait ?? 30) });
  if (trouble === "silent") return refuse("AUTODESK_SILENT");
  if (trouble === "denied") return refuse("AUTODESK_DENIED");
  if (trouble === "missing") return refuse("AUTODESK_UNKNOWN");
  return refuse("AUTODESK_FAILED", { reason: error.message.replace(/^Autodesk: /, "") });
}

/** Whether a later attempt may succeed without any user action. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof AppError)) return true;
  if (["AUTODESK_BUSY", "AUTODESK_SILENT", "STORAGE_FULL"].includes(error.code)) return true;
  return error.cause instanceof OutsideFailure && error.cause.trouble === "broken";
}

/** Whether the error affects all further items as well: the connection, the user's rights or storage space is missing. */
export const isForAll = ({ code, status }: AppError): boolean =>
  ["AUTODESK_SIGN_IN", "SHEETS_FULL", "STORAGE_FULL"].includes(code) ||
  ([403, 404].includes(status) && !code.startsWith("AUTODESK_"));

/** Runs `work` for a call; a rate-limited caller receives the time to wait. */
export async function answering<T>(reply: FastifyReply, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal instanceof AppError && refusal.code === "AUTODESK_BUSY")
      void reply.header("retry-after", String(refusal.values["seconds"] ?? 30));
    throw refusal;
  }
}
