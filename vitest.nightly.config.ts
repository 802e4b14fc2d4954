import { defineConfig } from "vitest/config"

/** What takes longer than anybody waits for a commit, one file after another. */
export default defineConfig({
  test: {
    include: ["packages/*/test/**/*.nightly.ts"],
    testTimeout: 1_800_000,
    hookTimeout: 1_800_000,
    fileParallelism: false
  }
})
