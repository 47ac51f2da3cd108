import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { type Plugin, defineConfig } from 'vite'

const commonModules =
  /src[\\/](?:parts[\\/](?!grid|plot)|graphql[\\/](?!live)|session[\\/](?!recent-login)|words[\\/]en[\\/](?:parts|faults|shell|pages)|console-context|theme\.ts|shell[\\/](?!command-bar[\\/]command-dialog))|@tanstack[\\/](?!.*virtual)/

const backend = 'http://127.0.0.1:8081'

export default defineConfig(({ mode }) => ({
  root: import.meta.dirname,
  plugins: [react(), compressedFiles()],
  build: {
    target: 'baseline-widely-available',
    // Builds for development have the page of all parts, and must not be taken for a release.
    outDir: mode === 'development' ? 'development/dist' : 'dist',
    emptyOutDir: true,
    // A style sheet is linked by index.html or by a script; data: addresses would need a wider policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // Read by tools/measure-build.ts.
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What widgets share with the pages must not be put into the chunk of the widgets.
            {
              name: 'react',
              priority: 2,
              test: /node_modules[\\/](?:react|react-dom|scheduler|use-sync-external-store)[\\/]/,
            },
            {
              name: 'widgets',
              priority: 1,
              test: /node_modules[\\/](?:@base-ui|@floating-ui|tabbable|reselect)[\\/]/,
            },
            { name: 'plots', priority: 1, test: /node_modules[\\/](?:d3-|internmap)/ },
            // One file with what every page uses, instead of twenty of less than a kilobyte.
            { name: 'common', test: commonModules },
          ],
        },
      },
    },
  },
  server: {
    port: 8084,
    proxy: {
      '/graphql': { target: backend, ws: true },
      '/documents': backend,
      '/exports': backend,
      '/sso': backend,
    },
  },
}))

// Quality 11 takes ten times as long for files that are 3 % smaller.
const quality = { [constants.BROTLI_PARAM_QUALITY]: 9 }

/** Compresses the files once, at the build; the backend sends them as they are. */
function compressedFiles(): Plugin {
  return {
    name: 'compressed-files',
    apply: 'build',
    writeBundle({ dir = 'dist' }) {
      const files = readdirSync(dir, { recursive: true, encoding: 'utf8' })
      for (const file of files.filter((name) => /\.(?:css|html|js|svg)$/.test(name))) {
        const bytes = readFileSync(join(dir, file))
        writeFileSync(join(dir, `${file}.br`), brotliCompressSync(bytes, { params: quality }))
        writeFileSync(join(dir, `${file}.gz`), gzipSync(bytes, { level: 9 }))
      }
    },
  }
}
