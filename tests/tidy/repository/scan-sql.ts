/** Blanks the comments of the SQL and keeps the offsets. Function bodies between `$$` are SQL too and stay. */
export function withoutSqlComments(sql: string): string {
  return sql.replace(/'(?:''|[^'])*'|"[^"]*"|--[^\n]*|\/\*[\s\S]*?\*\//g, (part) =>
    part.startsWith('--') || part.startsWith('/*') ? part.replace(/[^\n]/g, ' ') : part,
  )
}
