import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../../../../test/doubles/temporary-folder.ts";
import { openWritingDatabase } from "./database.ts";
import { generationRecords } from "./generation-records.ts";
import { MIGRATIONS } from "./migrations.ts";

describe("the records of a database from before embedders were recorded", () => {
  const folder = temporaryFolder();
  const path = () => folder.at("test.db");

  const identityAfter = (before: string) => {
    const old = openWritingDatabase(path(), MIGRATIONS.slice(0, 1));
    old.exec(before);
    old.close();
    const database = openWritingDatabase(path());
    const identity = generationRecords(database).embedderIdentity();
    database.close();
    return identity;
  };

  it("name no embedder where it holds no documents", () => {
    expect(identityAfter("")).toBeNull();
  });

  it("name an unknown one where it holds some, so that nobody takes the vectors for their own", () => {
    const document = `INSERT INTO documents (document_id, user_id, name, type, category, size_bytes, indexed_at,
      index_version, revision, chunks) VALUES ('d', 'u', 'a.md', 'MD', 'Notes', 1, 'then', 'v', 1, 1)`;
    expect(identityAfter(document)).toBe("unknown");
  });
});
