// Written by `npm run generate` from the contract and the Promise API. Change those, not this file.

import type { Resource } from "./Operation.js"

/** The resources, and what can be done with each. */
export const resources: ReadonlyArray<Resource> = [
  {
    name: "keys",
    methods: {
      current: "Get the current API key.",
      list: "List API keys.",
      create: "Create an API key.",
      get: "Get an API key.",
      update: "Update an API key.",
      rotate: "Rotate an API key.",
      delete: "Delete an API key."
    },
    load: async () => (await import("./keys.js")).keys
  },
  {
    name: "oauth",
    methods: {
      exchangeCode: "Exchange an authorization code for an API key.",
      createCode: "Create an authorization code."
    },
    load: async () => (await import("./oauth.js")).oauth
  },
  {
    name: "byok",
    methods: {
      list: "List provider credentials.",
      create: "Create a provider credential.",
      get: "Get a provider credential.",
      update: "Update a provider credential.",
      delete: "Delete a provider credential."
    },
    load: async () => (await import("./byok.js")).byok
  },
  {
    name: "guardrails",
    methods: {
      list: "List guardrails.",
      create: "Create a guardrail.",
      get: "Get a guardrail.",
      update: "Update a guardrail.",
      listMembers: "List the members of a guardrail.",
      assignMembers: "Assign members to a guardrail.",
      unassignMembers: "Bulk unassign members from a guardrail.",
      listKeys: "List the keys of a guardrail.",
      assignKeys: "Assign keys to a guardrail.",
      unassignKeys: "Bulk unassign keys from a guardrail.",
      listAllMembers: "List the member assignments of all guardrails.",
      listAllKeys: "List the key assignments of all guardrails.",
      delete: "Delete a guardrail."
    },
    load: async () => (await import("./guardrails.js")).guardrails
  },
  {
    name: "workspaces",
    methods: {
      list: "List workspaces.",
      create: "Create a workspace.",
      get: "Get a workspace.",
      update: "Update a workspace.",
      delete: "Delete a workspace.",
      addMembers: "Add members to a workspace.",
      removeMembers: "Remove members from a workspace.",
      listMembers: "List workspace members.",
      listBudgets: "List workspace budgets.",
      setBudget: "Set a workspace budget.",
      deleteBudget: "Delete a workspace budget."
    },
    load: async () => (await import("./workspaces.js")).workspaces
  },
  {
    name: "organization",
    methods: {
      listMembers: "List organization members.",
      addMember: "Add an organization member.",
      updateMember: "Update an organization member.",
      removeMember: "Remove an organization member."
    },
    load: async () => (await import("./organization.js")).organization
  },
  {
    name: "presets",
    methods: {
      list: "List presets.",
      create: "Create a preset.",
      get: "Get a preset.",
      update: "Update a preset.",
      listVersions: "List the versions of a preset.",
      createVersion: "Create a version of a preset.",
      getVersion: "Get a version of a preset.",
      delete: "Delete a preset."
    },
    load: async () => (await import("./presets.js")).presets
  },
  {
    name: "images",
    methods: {
      list: "List image generation models.",
      listEndpoints: "List the endpoints of an image generation model.",
      replace: "Replace image generation models."
    },
    load: async () => (await import("./images.js")).images
  },
  { name: "prices", methods: { list: "List prices." }, load: async () => (await import("./prices.js")).prices },
  {
    name: "spending",
    methods: {
      authorize: "Create a hold.",
      list: "List holds.",
      releaseAll: "Release the holds of a process.",
      get: "Get a hold.",
      sent: "Mark a hold as sent.",
      extend: "Extend a hold.",
      settle: "Settle a hold.",
      release: "Release a hold.",
      markUnknown: "Mark a hold as unknown.",
      credential: "Open a credential of a hold.",
      correct: "Correct the cost of a hold.",
      recordUsage: "Record a request without a hold."
    },
    load: async () => (await import("./spending.js")).spending
  },
  { name: "activity", methods: { list: "List activity." }, load: async () => (await import("./activity.js")).activity },
  { name: "audit", methods: { list: "List audit entries." }, load: async () => (await import("./audit.js")).audit }
]
