// Written by `npm run generate` from the contract and the Promise API. Change those, not this file.

import type { Column, Operation } from "./Operation.js"

const organizationMember: ReadonlyArray<Column> = [
  { name: "id", kind: "id" },
  { name: "user_id", kind: "text" },
  { name: "role", kind: "text" },
  { name: "created_at", kind: "time" }
]

const removedOrganizationMember: ReadonlyArray<Column> = [
  { name: "deleted", kind: "json" },
  { name: "disabled_keys", kind: "number" }
]

/** The operations of `organization`. */
export const organization: ReadonlyArray<Operation> = [
  {
    method: "listMembers",
    description: "Returns one page of the organization's members, newest first.",
    isReading: true,
    path: [],
    takes: "page",
    fields: [
      { name: "limit", kind: "number", meaning: "Maximum number of records to return. 1 to 100. Default: 50." },
      { name: "offset", kind: "number", meaning: "Number of records to skip. Default: 0." }
    ],
    answers: "page",
    columns: organizationMember
  },
  {
    method: "addMember",
    description: "Adds a user to the organization and to its default workspace.",
    path: [],
    takes: "body",
    fields: [
      {
        name: "user_id",
        kind: "text",
        meaning: "Id of the user, assigned by the host. 1 to 255 characters.",
        isRequired: true
      },
      {
        name: "role",
        kind: "text",
        meaning: "Role of the user. The host decides what it permits. Default: member.",
        choices: ["admin", "member"]
      }
    ],
    answers: "record",
    columns: organizationMember
  },
  {
    method: "updateMember",
    description: "Changes the role of a member. The last admin keeps it.",
    path: [{ name: "user_id", meaning: "Id of the user, as the host assigned it." }],
    takes: "body",
    fields: [
      {
        name: "role",
        kind: "text",
        meaning: "New role of the user. The host decides what it permits.",
        choices: ["admin", "member"]
      }
    ],
    answers: "record",
    columns: organizationMember
  },
  {
    method: "removeMember",
    description:
      "Removes a user from the organization, its workspaces and its guardrails, disables the user's keys and revokes authorization codes for such keys. The last admin and the last enabled management key that does not expire stay.",
    path: [{ name: "user_id", meaning: "Id of the user, as the host assigned it." }],
    takes: "nothing",
    fields: [],
    answers: "record",
    columns: removedOrganizationMember
  }
]
