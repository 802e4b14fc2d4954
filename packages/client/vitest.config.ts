import { defineConfig } from "vitest/config"

// Time limits are there for what hangs, not for what a busy machine takes longer for.
export default defineConfig({
  test: { name: "client", include: ["test/**/*.test.ts"], testTimeout: 180_000, hookTimeout: 180_000 }
})
