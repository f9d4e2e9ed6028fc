// Builds the page into dist/: one script, one style sheet, no request to anywhere else.
// `npm run dev` serves it with a server of `triptych view` behind it: TRIPTYCH_VIEW=http://127.0.0.1:PORT
// and its token in TRIPTYCH_TOKEN.
import { defineConfig } from "vite";

const env = (globalThis as { process?: { env: Record<string, string | undefined> } }).process?.env ?? {};
const server = env["TRIPTYCH_VIEW"];
const token = env["TRIPTYCH_TOKEN"] ?? "";

export default defineConfig({
    base: "./",
    esbuild: { jsx: "automatic", jsxImportSource: "preact", legalComments: "none" },
    build: {
        target: "es2022",
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        cssCodeSplit: false,
        reportCompressedSize: true,
    },
    server: server
        ? {
              proxy: {
                  "/api": {
                      target: server,
                      changeOrigin: true,
                      headers: { Authorization: `Bearer ${token}`, Origin: server },
                  },
              },
          }
        : {},
});
