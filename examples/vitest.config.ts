import { defineConfig } from "vitest/config"

export default defineConfig({
  test: { name: "examples", include: ["*.test.ts", "*/src/**/*.test.ts"], testTimeout: 180_000, hookTimeout: 180_000 }
})
