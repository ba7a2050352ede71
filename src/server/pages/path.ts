import type { FastifyRequest } from "fastify";

/** The path of a call, without its query and its trailing slash. */
export const pathOf = ({ url }: FastifyRequest): string => {
  // One leading slash: two would make a link to another host of it.
  const [path = ""] = url.replace(/^\/+/, "/").split("?");
  return path.length > 1 ? path.replace(/\/$/, "") : path;
};
