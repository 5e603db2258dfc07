/** Every step of the schema, oldest first. A step that was released is never edited: add another one. */
export const MIGRATIONS: readonly string[] = [
  `
  CREATE TABLE sessions (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    user_id TEXT NOT NULL,
    title TEXT NOT NULL,
    messages TEXT NOT NULL,
    selected_document TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX sessions_by_user ON sessions (user_id, updated_at DESC, sequence DESC);

  CREATE TABLE files (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL,
    name TEXT NOT NULL,
    mime_type TEXT NOT NULL,
    size_bytes INTEGER NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- 'change' grows with every transaction that touches the user's documents.
  CREATE TABLE libraries (
    user_id TEXT NOT NULL PRIMARY KEY,
    change INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- 'revision' is the library's change that wrote the document: a user never sees the same one twice.
  CREATE TABLE documents (
    document_id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL,
    name TEXT NOT NULL,
    type TEXT NOT NULL,
    category TEXT NOT NULL,
    pages INTEGER,
    size_bytes INTEGER NOT NULL,
    indexed_at TEXT NOT NULL,
    index_version TEXT NOT NULL,
    revision INTEGER NOT NULL,
    chunks INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX documents_by_user ON documents (user_id, indexed_at DESC, revision DESC);

  -- 'position' counts a document's chunks from 0 in the order of chunk_index, as its vectors do.
  CREATE TABLE chunks (
    document_id TEXT NOT NULL REFERENCES documents ON DELETE CASCADE,
    position INTEGER NOT NULL,
    chunk_index INTEGER NOT NULL,
    id TEXT NOT NULL,
    text TEXT NOT NULL,
    page_number INTEGER,
    section TEXT,
    part INTEGER NOT NULL,
    start_offset INTEGER NOT NULL,
    end_offset INTEGER NOT NULL,
    PRIMARY KEY (document_id, position)
  ) STRICT;

  -- A row holds up to 4,096 vectors as little-endian float32, so that a library is read in few, long rows.
  CREATE TABLE vectors (
    document_id TEXT NOT NULL REFERENCES documents ON DELETE CASCADE,
    part INTEGER NOT NULL,
    numbers BLOB NOT NULL,
    PRIMARY KEY (document_id, part)
  ) STRICT;
  `,
  `
  -- Who made the vectors: 'current' those that searches see, 'next' the staged ones.
  CREATE TABLE embedders (
    role TEXT NOT NULL PRIMARY KEY CHECK (role IN ('current', 'next')),
    identity TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  -- Vectors from before embedders were recorded could be anybody's.
  INSERT INTO embedders SELECT 'current', 'unknown' WHERE EXISTS (SELECT 1 FROM documents);

  -- Takes the place of 'vectors' when it is complete, so it has the same columns. A document's rows are there all or
  -- none, and go with the document: what is staged always fits the version that is indexed.
  CREATE TABLE staged_vectors (
    document_id TEXT NOT NULL REFERENCES documents ON DELETE CASCADE,
    part INTEGER NOT NULL,
    numbers BLOB NOT NULL,
    PRIMARY KEY (document_id, part)
  ) STRICT;
  `,
  `
  -- Files whose record is gone and whose bytes may still be there: whoever opens the database next removes them.
  CREATE TABLE removed_files (
    id TEXT NOT NULL PRIMARY KEY
  ) STRICT, WITHOUT ROWID;

  -- What is about to be done to a document whose file is in another store. It goes with the document.
  CREATE TABLE change_intents (
    document_id TEXT NOT NULL PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('rename', 'remove')),
    since TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  CREATE INDEX files_by_user ON files (user_id, id);

  -- One job for each document. 'job' is the whole of it as JSON, the other columns are what is looked for.
  CREATE TABLE index_jobs (
    document_id TEXT NOT NULL PRIMARY KEY,
    job_id TEXT NOT NULL UNIQUE,
    user_id TEXT NOT NULL,
    state TEXT NOT NULL,
    is_urgent INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    revision TEXT NOT NULL,
    job TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX index_jobs_by_user ON index_jobs (user_id, updated_at DESC);
  CREATE INDEX index_jobs_by_state ON index_jobs (state, user_id, created_at);
  `,
  `
  -- Names are compared by 'folded_name'. 'sequence' is the order in which accounts were made.
  CREATE TABLE accounts (
    sequence INTEGER PRIMARY KEY,
    user_id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    folded_name TEXT NOT NULL UNIQUE,
    is_owner INTEGER NOT NULL,
    password_hash TEXT NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT;

  -- Secrets are kept as hashes. A browser that is signed in goes with its account.
  CREATE TABLE sign_ins (
    hash TEXT NOT NULL PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    user_id TEXT NOT NULL REFERENCES accounts (user_id) ON DELETE CASCADE,
    created_at TEXT NOT NULL,
    last_seen_at TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    address TEXT NOT NULL,
    agent TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sign_ins_by_user ON sign_ins (user_id, last_seen_at DESC);
  CREATE INDEX sign_ins_by_end ON sign_ins (expires_at);

  CREATE TABLE invitations (
    hash TEXT NOT NULL PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;

  -- Keys may act for users without an account: those whom another service signs in.
  CREATE TABLE api_keys (
    hash TEXT NOT NULL PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    user_id TEXT NOT NULL,
    label TEXT NOT NULL,
    access TEXT NOT NULL CHECK (access IN ('read', 'write')),
    created_at TEXT NOT NULL,
    expires_at TEXT,
    last_used_at TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX api_keys_by_user ON api_keys (user_id, created_at DESC);
  CREATE INDEX api_keys_by_end ON api_keys (expires_at) WHERE expires_at IS NOT NULL;
  `,
  `
  -- Whether what was removed has been overwritten: it has where both numbers are the same. Earlier versions did not.
  CREATE TABLE wiping (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    removals INTEGER NOT NULL,
    wiped INTEGER NOT NULL
  ) STRICT;
  INSERT INTO wiping (one, removals, wiped) VALUES (1, 1, 0);

  -- Messages stand before it in a row, so without this every one of them would be read.
  CREATE INDEX sessions_by_pin ON sessions (selected_document) WHERE selected_document IS NOT NULL;

  CREATE TRIGGER wipe_session AFTER DELETE ON sessions BEGIN UPDATE wiping SET removals = removals + 1; END;
  CREATE TRIGGER wipe_pin AFTER UPDATE OF selected_document ON sessions
    WHEN OLD.selected_document IS NOT NULL AND NEW.selected_document IS NOT OLD.selected_document
    BEGIN UPDATE wiping SET removals = removals + 1; END;
  CREATE TRIGGER wipe_file AFTER DELETE ON files BEGIN UPDATE wiping SET removals = removals + 1; END;
  CREATE TRIGGER wipe_removed AFTER DELETE ON removed_files BEGIN UPDATE wiping SET removals = removals + 1; END;
  CREATE TRIGGER wipe_library AFTER DELETE ON libraries BEGIN UPDATE wiping SET removals = removals + 1; END;
  CREATE TRIGGER wipe_document AFTER DELETE ON documents BEGIN UPDATE wiping SET removals = removals + 1; END;
  CREATE TRIGGER wipe_job AFTER DELETE ON index_jobs BEGIN UPDATE wiping SET removals = removals + 1; END;
  CREATE TRIGGER wipe_account AFTER DELETE ON accounts BEGIN UPDATE wiping SET removals = removals + 1; END;
  CREATE TRIGGER wipe_sign_in AFTER DELETE ON sign_ins BEGIN UPDATE wiping SET removals = removals + 1; END;
  CREATE TRIGGER wipe_invitation AFTER DELETE ON invitations BEGIN UPDATE wiping SET removals = removals + 1; END;
  CREATE TRIGGER wipe_key AFTER DELETE ON api_keys BEGIN UPDATE wiping SET removals = removals + 1; END;
  `,
  `
  -- All documents pinned to a session as JSON, where there are several; the first is also in selected_document.
  ALTER TABLE sessions ADD COLUMN selected_documents TEXT;
  CREATE INDEX sessions_by_pins ON sessions (sequence) WHERE selected_documents IS NOT NULL;
  CREATE TRIGGER wipe_pins AFTER UPDATE OF selected_documents ON sessions
    WHEN OLD.selected_documents IS NOT NULL AND NEW.selected_documents IS NOT OLD.selected_documents
    BEGIN UPDATE wiping SET removals = removals + 1; END;
  `,
  `
  -- The words of chunks, without their text. A chunk's row is the number of its document's words times 65536, plus its
  -- position. 'owner' is who asks for it, made unreadable.
  CREATE VIRTUAL TABLE words USING fts5(
    owner, terms, content = '', contentless_delete = 1, tokenize = "ascii tokenchars '-_.'"
  );
  -- How the words were cut. Where it is another way, they are cut again.
  CREATE TABLE words_rules (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    version TEXT NOT NULL
  ) STRICT;

  -- Null while a document has no words.
  ALTER TABLE documents ADD COLUMN words INTEGER;
  CREATE INDEX documents_without_words ON documents (document_id) WHERE words IS NULL;

  -- Numbers of words that no document has: they are being written, are to be removed, or have been removed and can
  -- still be read in the index until it is merged.
  CREATE TABLE loose_words (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    chunks INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('written', 'removed', 'unmerged'))
  ) STRICT;
  CREATE TRIGGER loosen_words AFTER DELETE ON documents WHEN OLD.words IS NOT NULL
    BEGIN INSERT INTO loose_words (number, chunks, state) VALUES (OLD.words, OLD.chunks, 'removed'); END;
  `,
];
