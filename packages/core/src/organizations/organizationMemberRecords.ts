import * as Struct from "effect/Struct"
import { records } from "../records/Records.js"
import type { UserId } from "../values/UserId.js"
import { OrganizationMember, OrganizationMemberRecord } from "./OrganizationMember.js"

export const organizationMemberRecords = records({
  table: "organization_members",
  record: OrganizationMemberRecord,
  view: Struct.keys(OrganizationMember.fields),
  key: "id",
  uniqueBy: ["user_id"],
  identify: (_: UserId) => "user_id",
  patchable: ["role"],
  sortBy: [
    ["created_at", "DESC"],
    ["id", "ASC"]
  ],
  filters: [],
  listName: () => "members"
})
