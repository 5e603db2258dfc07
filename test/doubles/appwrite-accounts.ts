import { SignJWT } from "jose";
import { newId } from "../../src/domain/id.ts";
import { openServerOn } from "./wire.ts";

/** A double of Appwrite's account API: it knows its users by their tokens. */
export interface AppwriteAccounts {
  endpoint: string;
  projectId: string;
  /** How often it was asked. */
  requests: number;
  /** What it answers instead, where it has an outage. */
  outage: number | null;
  blocked: Set<string>;
  tokenFor(user: AppwriteUser, endsInSeconds?: number): Promise<string>;
  close(): Promise<void>;
}

interface AppwriteUser {
  $id: string;
  name: string;
}

const PROJECT = "carrel-project";
const SECRET = new TextEncoder().encode("nobody but Appwrite knows this secret");

/** Opens the double on a port of this machine. */
export async function openAppwriteAccounts(): Promise<AppwriteAccounts> {
  const users = new Map<string, AppwriteUser & { endsAt: number }>();
  const server = await openServerOn("http", (request, response) => {
    double.requests += 1;
    const answer = (status: number, body: object) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (double.outage !== null)
      return answer(double.outage, { type: "general_unknown", code: double.outage });
    if (request.url !== "/v1/account") return answer(404, { type: "general_route_not_found", code: 404 });
    if (request.headers["x-appwrite-project"] !== PROJECT)
      return answer(404, { type: "project_not_found", code: 404 });
    // A key would be asked for its own rights, and the token would not count.
    const isKey = request.headers["x-appwrite-key"] !== undefined;
    const user = users.get(String(request.headers["x-appwrite-jwt"]));
    if (isKey || user === undefined || user.endsAt < Date.now())
      return answer(401, { type: "user_jwt_invalid", code: 401, message: "Failed to verify JWT." });
    const { $id, name } = user;
    return answer(200, { $id, name, status: !double.blocked.has($id), email: "", labels: [], prefs: {} });
  });
  const double: AppwriteAccounts = {
    endpoint: `${server.url}/v1`,
    projectId: PROJECT,
    requests: 0,
    outage: null,
    blocked: new Set(),
    async tokenFor(user, endsInSeconds = 600) {
      const ends = Math.floor(Date.now() / 1_000) + endsInSeconds;
      const payload = { userId: user.$id, sessionId: newId() };
      const token = await new SignJWT(payload)
        .setProtectedHeader({ alg: "HS256", typ: "JWT" })
        .setExpirationTime(ends)
        .sign(SECRET);
      users.set(token, { ...user, endsAt: ends * 1_000 });
      return token;
    },
    close: () => server.close(),
  };
  return double;
}
