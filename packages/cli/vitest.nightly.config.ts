import { defineConfig } from "vitest/config"

/** What takes longer than anybody waits for a commit. */
export default defineConfig({
  test: { name: "cli-nightly", include: ["test/**/*.nightly.ts"], testTimeout: 1_800_000, fileParallelism: false }
})
