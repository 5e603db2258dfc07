import { describe, expect, it } from "vitest";
import type { Answered, Asked } from "./backend-double.ts";
import { openApiCheck } from "./openapi-check.ts";

describe("the check against an OpenAPI document", () => {
  const check = openApiCheck({ file: "qdrant-1.19.0.json", errorSchema: "ErrorResponse" });
  const good: Answered = { status: 200, body: { result: { count: 3 }, status: "ok", time: 0.1 } };
  const count = (body: unknown, query = "", path = "/collections/c/points/count"): Asked => ({
    method: "POST",
    path,
    query: new URLSearchParams(query),
    headers: {},
    body: Buffer.from(JSON.stringify(body)),
  });

  it("finds nothing wrong with what fits", () => {
    expect(check(count({ exact: true }), good)).toEqual([]);
    expect(check(count({}, "consistency=majority"), good)).toEqual([]);
  });

  it.each([
    ["a field that nobody knows", count({ exactly: true }), good],
    ["a field of the wrong type", count({ exact: "yes" }), good],
    ["a condition that nobody knows", count({ filter: { must: [{ key: "a", like: "b" }] } }), good],
    ["a parameter that nobody knows", count({}, "wait=true"), good],
    ["a parameter with a wrong value", count({}, "consistency=most"), good],
    ["an operation that nobody knows", count({}, "", "/collections/c/points/search"), good],
    ["an answer of another shape", count({}), { status: 200, body: { result: { number: 3 } } }],
    ["a status that nobody knows", count({}), { status: 299, body: good.body ?? "" }],
    ["an error of another shape", count({}), { status: 400, body: { message: "no" } }],
  ])("finds %s", (_, asked, answered) => {
    expect(check(asked, answered)).toHaveLength(1);
  });
});
