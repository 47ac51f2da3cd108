// GraphiQL from our own host. The content security policy allows neither inline scripts and styles nor eval.
import { readFileSync } from 'node:fs'

export type GraphiqlFile = { path: string; headers: Readonly<Record<string, string>>; body: string }

const css = 'text/css; charset=utf-8'
const javascript = 'text/javascript; charset=utf-8'

const contentSecurityPolicy = [
  `default-src 'none'`,
  `style-src 'self'`,
  `script-src 'self'`,
  `img-src 'self' data:`,
  // The style sheet contains its fonts.
  `font-src data:`,
  `connect-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ')

/** Reads the page and its files once, when the routes are created. */
export function composeGraphiql(): readonly GraphiqlFile[] {
  return [
    {
      path: '/graphiql',
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': contentSecurityPolicy,
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
      },
      body: read('./page/graphiql.html'),
    },
    asset('graphiql.min.css', css, 'graphiql/graphiql.min.css'),
    asset('graphiql-page.css', css, './page/graphiql-page.css'),
    asset('react.production.min.js', javascript, 'react/umd/react.production.min.js'),
    asset('react-dom.production.min.js', javascript, 'react-dom/umd/react-dom.production.min.js'),
    asset('graphiql.min.js', javascript, 'graphiql/graphiql.min.js'),
    asset('graphiql-page.js', javascript, './page/graphiql-page.js'),
  ]
}

function asset(name: string, contentType: string, source: string): GraphiqlFile {
  const headers = {
    'content-type': contentType,
    'cache-control': 'public, max-age=300',
    'x-content-type-options': 'nosniff',
  }
  return { path: `/graphiql/${name}`, headers, body: read(source) }
}

/** The packages export only their package.json, so their files are found beside it. */
function read(source: string): string {
  const [name = '', ...path] = source.split('/')
  const folder = name === '.' ? import.meta.url : import.meta.resolve(`${name}/package.json`)
  return readFileSync(new URL(path.join('/'), folder), 'utf8')
}
