import type { DemoKeys } from "./openConsole.js"

/** Each screen of a management key by its address, with the heading that it has in the demo account. */
export const screens = ({ HOLD_ID, KEY_HASH }: DemoKeys): Readonly<Record<string, string>> => ({
  "#/overview": "Overview",
  "#/keys": "Keys",
  [`#/keys/${KEY_HASH}`]: "Support assistant, production",
  "#/requests": "Requests",
  [`#/requests/${HOLD_ID}`]: "Request",
  "#/runs": "Runs",
  "#/asked": "Asked for",
  "#/changes": "Changes",
  "#/policy": "Policy: guardrails",
  "#/policy/workspaces": "Policy: workspaces",
  "#/policy/members": "Policy: members",
  "#/policy/credentials": "Policy: credentials",
  "#/policy/presets": "Policy: presets",
  "#/policy/prices": "Policy: prices"
})
