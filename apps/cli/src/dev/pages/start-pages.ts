// Serves the mails of this run of `gatehouse dev`, only for a browser on this machine, because mails contain links that
// grant access.
import { randomBytes } from 'node:crypto'
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import { type Html, html } from '@gatehouse/mail/html'
import { type ShownMail, mailsPage } from './page-contents.ts'

export type PagesOptions = {
  port: number
  listMails: () => Promise<readonly ShownMail[]>
}

export type Pages = AsyncDisposable & {
  url: string
}

type Page = { status: number; title: string; content: Html; reloadsAfterSeconds?: number }

const host = '127.0.0.1'
const reloadSeconds = 5

export async function startPages({ port, listMails }: PagesOptions): Promise<Pages> {
  const server = createServer((request, response) => {
    const nonce = randomBytes(16).toString('base64url')
    const page = findPage(request, listMails)
    page.then(
      (found) => send(response, found, nonce),
      () => response.writeHead(500).end(),
    )
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen({ host, port }, resolve)
  await promise
  return {
    url: `http://${host}:${portOf(server)}`,
    async [Symbol.asyncDispose]() {
      await new Promise((closed) => {
        server.close(closed)
        server.closeAllConnections()
      })
    },
  }
}

async function findPage(request: IncomingMessage, listMails: PagesOptions['listMails']): Promise<Page> {
  const url = new URL(request.url ?? '/', `http://${host}`)
  // Prevents DNS rebinding: a foreign host name that resolves to this machine would let that host's pages read the mails.
  const isLocal = /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(request.headers.host ?? '')
  switch (isLocal ? url.pathname : '') {
    case '/':
      return {
        status: 200,
        title: 'Mails',
        content: mailsPage(await listMails()),
        reloadsAfterSeconds: reloadSeconds,
      }
    default:
      return {
        status: 404,
        title: 'Not found',
        content: html`<p>There is no such page. See the <a href="/">mails</a>.</p>`,
      }
  }
}

function send(response: ServerResponse, page: Page, nonce: string): void {
  const { status, title, content, reloadsAfterSeconds } = page
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'`,
    'x-content-type-options': 'nosniff',
    ...(reloadsAfterSeconds === undefined ? {} : { refresh: String(reloadsAfterSeconds) }),
  })
  const document = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title} – gatehouse dev</title>
        <style nonce="${nonce}">
          body {
            font-family: system-ui, sans-serif;
            margin: 2rem auto;
            max-width: 50rem;
            padding: 0 1rem;
          }
          article {
            border-top: 1px solid;
          }
          pre {
            white-space: pre-wrap;
            overflow-wrap: anywhere;
          }
        </style>
      </head>
      <body>
        ${content}
      </body>
    </html>`
  response.end(document.markup)
}

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}
