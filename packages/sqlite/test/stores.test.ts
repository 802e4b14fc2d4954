import { afterAll, describe, expect, it, vi } from "@effect/vitest"
import { createOrganization } from "@tollgate/core"
import { OrganizationStore, Readiness } from "@tollgate/core/storage"
import { anOrganization } from "@tollgate/testing"
import { spendingStoreContract, storesContract } from "@tollgate/testing/contracts"
import { Effect } from "effect"
import { runs } from "../../../test/runs.js"
import { connect, inFreshFiles, openAndClose, temporaryFile } from "./support/files.js"
import { Database, type OtherProgram } from "./support/otherProgram.mjs"

const prepare = vi.spyOn(Database.prototype, "prepare")
afterAll(() => prepare.mockRestore())

const inFreshFile = inFreshFiles()
storesContract("an SQLite file", inFreshFile, { numRuns: runs(5, 200) })
spendingStoreContract("an SQLite file", inFreshFile, { numRuns: runs(4, 8) })

describe("The stores in an SQLite file", () => {
  it.scoped("report no organization until the first is created, and that they are ready", () =>
    Effect.gen(function* () {
      const organizations = yield* OrganizationStore
      expect(yield* organizations.isEmpty).toBe(true)
      yield* createOrganization(anOrganization())
      expect(yield* organizations.isEmpty).toBe(false)
      expect(yield* Effect.flatMap(Readiness, ({ check }) => check)).toBeUndefined()
    }).pipe(Effect.provide(inFreshFile))
  )
})

/**
 * Every statement that the contracts made the stores run, once; but not those of migrations, nor those that only prove that a
 * table can be read, nor the list of all holds, which only the host reads, nor those that look through the names of all organizations.
 */
const statements = () =>
  [...new Set(prepare.mock.calls.map(([text]) => text))].filter(
    (text) =>
      /^(SELECT|INSERT|UPDATE|DELETE)/.test(text) &&
      !/names_swept_at|OFFSET 1999|MAX\(id\) AS id FROM spending_names|DISTINCT organization AS n|(?:SELECT id,|SET) unused_since|DELETE FROM spending_names/.test(
        text
      ) &&
      !/migration|sqlite_|EXPLAIN|INDEXED|WHERE TRUE/.test(text)
  )

/** What SQLite intends to do for a statement, a step a line. */
const plan = (database: OtherProgram, text: string): ReadonlyArray<string> => {
  const variables = (text.match(/\?/g) ?? []).map(() => null)
  return database
    .all<{ readonly detail: string }>(`EXPLAIN QUERY PLAN ${text}`, ...variables)
    .map(({ detail }) => detail)
}

/** How SQLite looks for the children of a row that goes, by each foreign key, whose last column tells an organization's rows apart. */
const childrenOf = (database: OtherProgram) =>
  database.all<{ readonly text: string; readonly last: string }>(
    `SELECT 'SELECT 1 FROM ' || t.name || ' WHERE ' || group_concat(k."from" || ' = ?', ' AND ') AS text,
  max(k.seq), k."from" AS last
FROM sqlite_schema AS t JOIN pragma_foreign_key_list(t.name) AS k WHERE t.type = 'table' GROUP BY t.name, k.id`
  )

/** The statements of all triggers, on whatever row. */
const triggered = (database: OtherProgram): ReadonlyArray<string> =>
  database
    .all<{ readonly sql: string }>("SELECT sql FROM sqlite_schema WHERE type = 'trigger'")
    .flatMap(({ sql }) => (/\bBEGIN\b(.*)\bEND$/s.exec(sql)?.[1] ?? "").split(";"))
    .map((text) => text.trim().replace(/\b(?:OLD|NEW)\."?\w+"?/g, "?"))
    .filter((text) => text !== "")

describe("The statements of the stores", () => {
  it.scoped("find all they look for by an index, and sort nothing", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      yield* openAndClose(file)
      const database = yield* connect(file)
      const texts = statements()
      const bad = texts.flatMap((text) =>
        plan(database, text)
          // The rows of an INSERT are scanned too, but they are no table.
          .filter((step) => /^SCAN (?!.*(?:CONSTANT ROW|VALUES CLAUSE))|TEMP B-TREE/.test(step))
          // The price book is read as a whole, in the order of its primary key.
          .filter((step) => step !== "SCAN price_versions USING INDEX sqlite_autoindex_price_versions_1")
          // Sums of activity are told apart by what is asked for.
          .filter((step) => step !== "USE TEMP B-TREE FOR GROUP BY")
          // Few holds are open, so a list of those in a state may sort them.
          .filter(
            (step) => step !== "USE TEMP B-TREE FOR ORDER BY" || !/ state = 0\b.*ORDER BY opened_at DESC/s.test(text)
          )
          // The scopes that are looked up are one parameter.
          .filter(
            (step) => !(step.startsWith("SCAN v VIRTUAL TABLE") && text.includes("FROM json_each(?) AS v CROSS JOIN"))
          )
          // Runs of the same ten minutes are sorted, and those of a page, or those below one run.
          .filter(
            (step) => !/^USE TEMP B-TREE FOR (?:LAST 2 TERMS OF )?ORDER BY$/.test(step) || !text.includes("AS children")
          )
          // Entries of an object are looked for in each block of a chain, and sorted while they are few.
          .filter((step) => step !== "SCAN blocks")
          .filter(
            (step) => step !== "USE TEMP B-TREE FOR ORDER BY" || !text.includes("INDEXED BY audit_entries_by_object")
          )
          // The host lists and counts all gateway keys.
          .filter((step) => !/^SCAN gateway_keys USING (?:COVERING )?INDEX/.test(step))
          // This index has only the entries that are not sealed yet; and of a list, those that were found are counted.
          .filter((step) => !/^SCAN audit_entries USING (?:COVERING )?INDEX audit_entries_unsealed$/.test(step))
          // And this one only the alerts whose deliveries were not created yet.
          .filter((step) => !/^SCAN alerts USING (?:COVERING )?INDEX alerts_undispatched$/.test(step))
          .filter((step) => step !== "SCAN counted")
          // Commands read the chains of all organizations.
          .filter((step) => step !== "SCAN audit_heads USING INDEX sqlite_autoindex_audit_heads_1")
          .filter((step) => step !== "SCAN audit_entries USING COVERING INDEX sqlite_autoindex_audit_entries_1")
          // The command that replaces the master key goes through what the last day has kept.
          .filter((step) => step !== "SCAN kept_answers USING INDEX kept_answers_by_age")
          // The share of each budget of a list is computed, and they are sorted by it. Each is found by an index, and `d` are the four windows.
          .filter(
            (step) =>
              !/^(?:SCAN (?:b|d|boost VIRTUAL TABLE INDEX 1:|\(subquery-\d+\)|4 CONSTANT ROWS)|USE TEMP B-TREE FOR ORDER BY)$/.test(
                step
              ) || !text.includes("AS share")
          )
          // What an operator watches is a sum over all organizations.
          .filter((step) => !(/^SCAN organizations USING COVERING INDEX/.test(step) && text.includes("AS oldest")))
          .map((step) => ({ text, step }))
      )
      expect(bad).toEqual([])
      const tables = new Set(texts.map((text) => /(?:FROM|INTO|UPDATE) "?(\w+)/.exec(text)?.[1]))
      expect([...tables].filter((name) => name !== "json_each").sort()).toEqual([
        "alerts",
        "api_keys",
        "audit_checks",
        "audit_entries",
        "audit_heads",
        "authorization_codes",
        "budget_requests",
        "byok_credentials",
        "gateway_keys",
        "guardrail_key_assignments",
        "guardrail_members",
        "guardrails",
        "image_catalogs",
        "kept_answers",
        "key_prefixes",
        "key_secrets",
        "list_sizes",
        "organization_members",
        "organizations",
        "preset_versions",
        "presets",
        "price_versions",
        "spending_boosts",
        "spending_corrections",
        "spending_days",
        "spending_holds",
        "spending_names",
        "spending_scopes",
        "spending_sums",
        "tollgate_meta",
        "webhook_deliveries",
        "webhooks",
        "workspace_members",
        "workspaces"
      ])
    })
  )

  it.scoped("scan no other table for what their foreign keys and triggers do", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      yield* openAndClose(file)
      const database = yield* connect(file)
      const children = childrenOf(database)
      expect(children.length).toBeGreaterThan(10)
      for (const { last, text } of children) {
        expect({ text, plan: plan(database, text) }).toEqual({ text, plan: [expect.stringMatching(`\\b${last}=\\?`)] })
      }
      const statements = triggered(database)
      expect(statements.length).toBeGreaterThan(30)
      const scanning = statements.filter((text) =>
        plan(database, text).some((step) => /^SCAN (?!CONSTANT ROW)/.test(step))
      )
      expect(scanning).toEqual([])
    })
  )

  it("name the organization, but for the few that cannot", () => {
    const reads = statements()
      // The price book belongs to all organizations, and gateway keys to the host.
      .filter((text) => !text.startsWith("INSERT") && !/\b(?:gateway_keys|price_versions)\b/.test(text))
      // The entries of all organizations are sealed together.
      .filter((text) => !/\baudit_heads\b|\bseq IS NULL\b|^UPDATE audit_entries\b/.test(text))
      .map((text) => text.replace(/["()]/g, "").replace(/\s+/g, " "))
    // Rows of spending are found by numbers that a row of the organization refers to. A hold that is found by its id alone is
    // compared with the organization before anything is answered.
    const isNumbered = (text: string) =>
      /(?:FROM|UPDATE) spending_\w+ .*WHERE (?:\+?organization|api_key|id|hold|digest|state) /.test(text)
    const isLookedUp = (text: string) =>
      text.includes(
        "FROM json_each? AS v CROSS JOIN spending_scopes AS t ON t.organization_id = json_extractv.value, '$[0]' AND"
      )
    // What is of the key that has the secret.
    const isBySecret = (text: string) =>
      /t\.organization_id = api_keys\.organization_id AND .* WHERE key_secrets\.secret_hash = \?/.test(text) ||
      /s\.organization_id = k\.organization_id AND .* WHERE p\.secret_hash = \?/.test(text)
    const isOfItself = (text: string) => / organizations (?:SET .*)?WHERE id = \?(?: RETURNING|$)/.test(text)
    const isOfOrganization = (text: string) => /WHERE (?:\w+ = \? AND )*organization_id = \?/.test(text)
    // Each part of a list of budgets.
    const isOfOwners = (text: string) =>
      text.includes("AS share") &&
      text.split(" UNION ALL ").every((part) => /WHERE (?:\w\.organization_id|o\.id) = \?/.test(part))
    const isOne = [isLookedUp, isBySecret, isOfItself, isOfOrganization, isOfOwners, isNumbered]
    const free = reads.filter((text) => !isOne.some((matches) => matches(text)))
    const few = [
      // Who subscribes to alerts reads those of all organizations, and retention deletes them.
      "SELECT created_at FROM alerts WHERE created_at > ? ORDER BY created_at DESC LIMIT 1",
      "SELECT id, organization_id, kind, created_at, scope, guardrail_id, subject, period, threshold, CASTlimit_usd AS TEXT AS limit_usd, CASTspent AS TEXT AS spent, CASTheld AS TEXT AS held, CASTunknown AS TEXT AS unknown, resets_at, request_id, CASTasked AS TEXT AS asked, reason FROM alerts WHERE created_at >= ? AND created_at, id > ?, ? ORDER BY created_at, id LIMIT ?",
      "DELETE FROM alerts WHERE id IN SELECT id FROM alerts WHERE created_at < ? ORDER BY created_at, id LIMIT ? RETURNING 1",
      "DELETE FROM kept_answers WHERE organization_id, caller, name IN SELECT organization_id, caller, name FROM kept_answers WHERE kept_at < ? ORDER BY kept_at LIMIT ? RETURNING 1",
      "DELETE FROM budget_requests WHERE id IN SELECT id FROM budget_requests WHERE decided_at < ? LIMIT ? RETURNING 1",
      "SELECT minkept_at AS oldest FROM kept_answers",
      "SELECT kept_at FROM kept_answers WHERE substrfingerprint, 1, ? = ? ORDER BY kept_at DESC LIMIT 1",
      "SELECT organization_id, workspace_id, id, provider, sealed FROM byok_credentials WHERE id > ? AND lengthsealed > ? ORDER BY id LIMIT ?",
      "SELECT organization_id, id, sealed FROM webhooks WHERE id > ? AND lengthsealed > ? ORDER BY id LIMIT ?",
      "DELETE FROM webhook_deliveries WHERE id IN SELECT id FROM webhook_deliveries WHERE ended_at < ? ORDER BY ended_at LIMIT ? RETURNING 1",
      // Alerts are delivered for all organizations.
      "SELECT SELECT 1 FROM alerts WHERE dispatched = FALSE ORDER BY created_at, id LIMIT 1 IS NOT NULL AS alerts, SELECT 1 FROM webhook_deliveries WHERE state = 'pending' AND next_at <= ? ORDER BY next_at LIMIT 1 IS NOT NULL AS deliveries",
      "SELECT id, organization_id, kind, scope, created_at FROM alerts WHERE dispatched = FALSE ORDER BY created_at, id LIMIT ?",
      "SELECT organization_id, id, kinds, scopes, disabled, created_at FROM webhooks WHERE organization_id IN …",
      "UPDATE alerts SET dispatched = TRUE WHERE id IN …",
      "SELECT organization_id, id, url, disabled, sealed FROM webhooks WHERE id = ?",
      "SELECT id, alert_id, attempts FROM webhook_deliveries WHERE webhook_id = ? AND state = 'pending' AND next_at <= ? ORDER BY next_at LIMIT ?",
      "DELETE FROM webhook_deliveries WHERE webhook_id = ? AND id IN …",
      "UPDATE webhook_deliveries SET state = 'failed', next_at = NULL, leased_until = NULL, ended_at = ?, error = ? WHERE webhook_id = ? AND id IN …",
      "DELETE FROM authorization_codes WHERE hash IN SELECT hash FROM authorization_codes WHERE expires_at < ? ORDER BY expires_at LIMIT ? RETURNING 1",
      "SELECT hash, organization_id, workspace_id, creator_user_id, is_management, is_read_only, disabled, expires_at FROM api_keys WHERE id = SELECT key_id FROM key_secrets WHERE secret_hash = ? AND until IS NULL OR until > ?",
      "SELECT hash, name, label, disabled, CASTlimit AS TEXT AS limit, limit_reset, include_byok_in_limit, max_in_flight, created_at, updated_at, expires_at, creator_user_id, workspace_id, metadata, external_id, created_by, last_used_at, organization_id, is_management, is_read_only FROM api_keys WHERE id = SELECT key_id FROM key_secrets WHERE secret_hash = ? AND until IS NULL OR until > ?",
      "SELECT DISTINCT prefix FROM key_prefixes WHERE prefix > ''",
      "SELECT id FROM organizations WHERE id > '' ORDER BY id LIMIT 1",
      "SELECT … FROM organizations WHERE id > '' ORDER BY id LIMIT ?",
      "SELECT … FROM organizations WHERE initial_name = ? ORDER BY id LIMIT 1",
      "SELECT maxid AS id FROM spending_holds",
      "SELECT organization_id FROM api_keys WHERE hash = ?",
      "SELECT organization_id, MAXseq AS seq FROM audit_entries WHERE seq IS NOT NULL GROUP BY organization_id ORDER BY organization_id",
      "SELECT value FROM tollgate_meta WHERE name = ?",
      "SELECT id FROM spending_scopes AS t WHERE stopped = FALSE AND day < ? AND day < COALESCESELECT o.day FROM spending_scopes AS o WHERE o.organization_id = t.organization_id AND o.subject = t.organization_id AND o.kind = 'organization' AND o.guardrail_id = '' - ?, day + 1 AND holds = 0 AND own_unknown_total = 0 AND byok_unknown_total = 0 AND NOT EXISTS SELECT 1 FROM spending_scopes AS c WHERE c.parent = t.id ORDER BY day LIMIT 250",
      "SELECT value FROM tollgate_meta WHERE name = 'price_version'",
      "UPDATE tollgate_meta SET value = ? WHERE name = ?",
      "UPDATE tollgate_meta SET value = ? WHERE name = ? AND value = ?"
    ]
    // Whichever columns a record has, and however long a list is.
    const shortened = free.map((text) =>
      text
        .replace(/^SELECT id, .* FROM organizations /, "SELECT … FROM organizations ")
        .replace(/ IN \?(?:,\?)*$/, " IN …")
    )
    expect(shortened.filter((text) => !few.includes(text))).toEqual([])
  })

  it("are few, whatever the lengths of their lists and the fields of their patches, so that each is prepared once", () => {
    // A connection keeps 1000.
    expect(statements().length).toBeLessThan(1000)
  })
})
