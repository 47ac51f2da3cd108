// GraphiQL from our own host.
import { readFileSync } from 'node:fs'
import { type HostedFile, hostAsset, hostPage } from '@gatehouse/http/hosted-page'

/** Reads the page and its files once, when the routes are created. */
export function composeGraphiql(): readonly HostedFile[] {
  return [
    hostPage('/graphiql', read('./page/graphiql.html')),
    hostAsset('/graphiql/graphiql.min.css', read('graphiql/graphiql.min.css')),
    hostAsset('/graphiql/graphiql-page.css', read('./page/graphiql-page.css')),
    hostAsset('/graphiql/react.production.min.js', read('react/umd/react.production.min.js')),
    hostAsset('/graphiql/react-dom.production.min.js', read('react-dom/umd/react-dom.production.min.js')),
    hostAsset('/graphiql/graphiql.min.js', read('graphiql/graphiql.min.js')),
    hostAsset('/graphiql/graphiql-page.js', read('./page/graphiql-page.js')),
  ]
}

/** The packages export only their package.json, so their files are found beside it. */
function read(source: string): string {
  const [name = '', ...path] = source.split('/')
  const folder = name === '.' ? import.meta.url : import.meta.resolve(`${name}/package.json`)
  return readFileSync(new URL(path.join('/'), folder), 'utf8')
}
