import type { FastifyInstance } from "fastify";
import { AppError } from "../domain/errors.ts";

/** Why a request is refused that no route takes, with the headers that belong to the answer. */
interface Refusal {
  failure: AppError;
  headers: Record<string, string>;
}

/** The paths of an app and their methods. */
export interface KnownPaths {
  /** Learns every route that is added to the app from now on. */
  learnFrom(app: FastifyInstance): void;
  /** The failure of a request that no route takes: 405 where its path takes other methods, else 404. */
  refuse(method: string, url: string): Refusal;
  /** The methods that the path of an address takes; none where it is unknown. */
  methodsOf(url: string): string[];
}

/** Starts with no path at all. */
export function openKnownPaths(): KnownPaths {
  const routes: { pattern: RegExp; methods: readonly string[] }[] = [];

  function methodsOf(path: string): Set<string> {
    const known = routes.filter(({ pattern }) => pattern.test(path));
    return new Set(known.flatMap(({ methods }) => methods));
  }

  return {
    methodsOf: (url) => [...methodsOf(pathOf(url))],
    learnFrom(app) {
      app.addHook("onRoute", ({ url, method }) => {
        routes.push({ pattern: patternOf(url), methods: [method].flat() });
      });
    },
    refuse(method, url) {
      const path = pathOf(url);
      const methods = methodsOf(path);
      // A route that takes the method and still found nothing, like a file that is not there.
      if (methods.size === 0 || methods.has(method)) {
        const details = "GET /openapi.json lists every path";
        return { failure: new AppError("not-found", "Not found", { details }), headers: {} };
      }
      const allowed = [...methods].join(", ");
      const details = `${path} takes ${allowed}`;
      return {
        failure: new AppError("method-not-allowed", `${method} is not allowed here`, { details }),
        headers: { Allow: allowed },
      };
    },
  };
}

/** The path of an address, as the router compares it. */
export function pathOf(url: string): string {
  const [path = ""] = url.split("?", 1);
  const plain = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
  try {
    return decodeURI(plain);
  } catch {
    return plain;
  }
}

/** Matches what the router would give to a route: `:id` is one part of a path, `*` all that is left. */
function patternOf(url: string): RegExp {
  const parts = url.split(/(:\w+|\*)/).map((part) => {
    if (part === "*") return ".*";
    return part.startsWith(":") ? "[^/]+" : RegExp.escape(part);
  });
  return new RegExp(`^${parts.join("")}$`);
}
