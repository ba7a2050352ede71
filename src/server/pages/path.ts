import type { FastifyRequest } from "fastify";

/** The path of a call, without its query and the slash at its end. */
export const pathOf = ({ url }: FastifyRequest): string => {
  // One slash at the front: two would make a link to another host of it.
  const [path = ""] = url.replace(/^\/+/, "/").split("?");
  return path.length > 1 ? path.replace(/\/$/, "") : path;
};
