import { describe, expect, it } from "vitest";
import { session, setUpAppwrite } from "./appwrite-stage.ts";
import { calm } from "./store-under-test.ts";

const stage = setUpAppwrite();

describe("provisioning", () => {
  it("creates what is missing, says so, and then has nothing left to do", async () => {
    const { provision, check } = stage.open();
    expect(await provision(calm)).toEqual([
      "Created the Appwrite database carrel",
      "Created the table sessions",
      "Created the column sessions.userId",
      "Created the column sessions.title",
      "Created the column sessions.messages",
      "Created the column sessions.selectedDocument",
      "Created the column sessions.createdAt",
      "Created the column sessions.updatedAt",
      "Created the index sessions.userId_updatedAt",
      "Created the bucket documents",
    ]);
    expect(await provision(calm)).toEqual([]);
    await check(calm);
  });

  it("makes do with strings where the server knows no other texts", async () => {
    stage.double.hooks.before = (asked) =>
      /columns\/(varchar|longtext)$/.test(asked.path)
        ? {
            answer: {
              status: 404,
              body: { message: "", code: "404", type: "general_route_not_found", version: "" },
            },
          }
        : undefined;
    const { provision, sessions } = stage.open();
    await provision(calm);
    expect(stage.double.requests.filter(({ path }) => path.endsWith("columns/string"))).toHaveLength(4);
    expect((await sessions.create(session, calm)).userId).toBe("anna");
  });
});
