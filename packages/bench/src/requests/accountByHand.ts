import { createHash } from "node:crypto"
import { openByHand } from "../storage/openByHand.js"
import { hashByHand, mintByHand } from "../storage/secretByHand.js"
import * as Statements from "../storage/statements.js"
import { type KeyRow, keyByHand, wholeKeyByHand } from "./keyByHand.js"

interface IdentityRow {
  readonly organization_id: string
  readonly workspace_id: string
  readonly creator_user_id: string
  readonly is_management: number
  readonly disabled: number
  readonly expires_at: number | null
}

interface CredentialRow {
  readonly id: string
  readonly provider: string
  readonly workspace_id: string
  readonly label: string
  readonly name: string | null
  readonly disabled: number
  readonly is_fallback: number
  readonly allowed_models: string | null
  readonly allowed_api_key_hashes: string | null
  readonly allowed_user_ids: string | null
  readonly sort_order: number
  readonly created_at: number
}

interface MemberRow {
  readonly id: string
  readonly user_id: string
  readonly workspace_id: string
  readonly role: string
  readonly created_at: number
}

/** The caller of a request. */
export interface Principal {
  readonly organizationId: string
  readonly workspaceId: string
  readonly userId: string
  readonly manages: boolean
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const CREDENTIAL =
  "id, provider, workspace_id, label, name, disabled, is_fallback, allowed_models, allowed_api_key_hashes, allowed_user_ids, sort_order, created_at"

const parsed = (json: string | null) => (json === null ? null : JSON.parse(json))
const nanosOf = (dollars: number | null) => (dollars === null ? null : BigInt(Math.round(dollars * 1e9)))
const iso = (millis: number) => new Date(millis).toISOString()

/** The database functions of the measured requests, written by hand for nothing else. */
export const accountByHand = (file: string) => {
  const db = openByHand(file)
  const variable = () => "?"
  const identify = db.prepare<[string, number], IdentityRow>(Statements.identify(variable))
  const credential = db.prepare<[string, string], CredentialRow>(
    `SELECT ${CREDENTIAL} FROM byok_credentials WHERE organization_id = ? AND id = ?`
  )
  const key = db.prepare<[string, string], KeyRow>(Statements.find(variable))
  const update = db.prepare<[string, bigint | null, number, string, string], KeyRow>(Statements.update(variable))
  const insert = db.prepare<Array<string | number | bigint | null>, KeyRow>(Statements.insert(variable))
  const workspace = "SELECT id FROM workspaces WHERE organization_id = ? AND"
  const byId = db.prepare<[string, string], { readonly id: string }>(`${workspace} id = ?`)
  const bySlug = db.prepare<[string, string], { readonly id: string }>(`${workspace} slug = ?`)
  const size = db.prepare<[string, string], { readonly size: number }>(
    "SELECT size FROM list_sizes WHERE organization_id = ? AND list = ?"
  )
  const members = db.prepare<[string, string, number, number], MemberRow>(
    "SELECT m.id, m.user_id, m.workspace_id, o.role, m.created_at FROM workspace_members AS m " +
      "JOIN organization_members AS o ON o.organization_id = m.organization_id AND o.user_id = m.user_id " +
      "WHERE m.organization_id = ? AND m.workspace_id = ? ORDER BY m.created_at, m.id LIMIT ? OFFSET ?"
  )
  const catalog = db.prepare<[string], { readonly models: string }>(
    "SELECT models FROM image_catalogs WHERE organization_id = ?"
  )

  return {
    /** The caller of a valid key; null for any other. */
    authenticate: (authorization: string | undefined): Principal | null => {
      const secret = /^bearer +([\x21-\x7e]{1,256})$/i.exec(authorization ?? "")?.[1]
      const hash = secret === undefined ? null : hashByHand(secret)
      const row = hash === null ? undefined : identify.get(hash, Date.now())
      if (row === undefined || row.disabled || (row.expires_at !== null && row.expires_at <= Date.now())) return null
      return {
        organizationId: row.organization_id,
        workspaceId: row.workspace_id,
        userId: row.creator_user_id,
        manages: Boolean(row.is_management)
      }
    },
    credential: (organizationId: string, id: string) => {
      const row = UUID.test(id) ? credential.get(organizationId, id) : undefined
      return row === undefined
        ? null
        : {
            ...row,
            disabled: Boolean(row.disabled),
            is_fallback: Boolean(row.is_fallback),
            allowed_models: parsed(row.allowed_models),
            allowed_api_key_hashes: parsed(row.allowed_api_key_hashes),
            allowed_user_ids: parsed(row.allowed_user_ids),
            created_at: iso(row.created_at)
          }
    },
    key: (organizationId: string, hash: string) => {
      const row = key.get(organizationId, hash)
      return row === undefined ? null : wholeKeyByHand(row, Date.now())
    },
    updateKey: (organizationId: string, hash: string, name: string, limit: number | null) => {
      const now = Date.now()
      const row = update.get(name, nanosOf(limit), now, organizationId, hash)
      return row === undefined ? null : keyByHand(row, now)
    },
    createKey: ({ organizationId, userId, workspaceId }: Principal, name: string, limit: number | null) => {
      const now = Date.now()
      const secret = mintByHand()
      const label = `${secret.slice(0, 9)}...${secret.slice(-4)}`
      const own = [createHash("sha256").update(secret).digest("hex"), organizationId, workspaceId, userId]
      const row = insert.get(...own, name, label, nanosOf(limit), now, now, userId)
      return row === undefined ? null : { data: wholeKeyByHand(row, now), key: secret }
    },
    members: (organizationId: string, ref: string, limit: number, offset: number) => {
      const found = (UUID.test(ref) ? byId : bySlug).get(organizationId, ref)
      if (found === undefined) return null
      const rows = members.all(organizationId, found.id, limit, offset)
      return {
        data: rows.map((row) => ({ ...row, created_at: iso(row.created_at) })),
        total_count: size.get(organizationId, `workspace members of ${found.id}`)?.size ?? 0
      }
    },
    imageModels: (organizationId: string) => {
      const models: ReadonlyArray<{ readonly id: string }> = parsed(catalog.get(organizationId)?.models ?? "[]")
      return models.map((model) => ({ ...model, endpoints: `/api/v1/images/models/${model.id}/endpoints` }))
    }
  }
}

export type AccountByHand = ReturnType<typeof accountByHand>
