// Bytes that each company has stored or is about to store, for its quota. A call reserves the bytes of its answer once
// their number is known: if it reserved the largest size while it runs, some hundred concurrent calls with small answers
// would use up the quota.

export type StoredBytes = {
  /** Must be called before the company's total is read, and `close` when the call has ended or its client has left. */
  open(companyId: string): CallBytes
}

type CallBytes = {
  /** Takes the company's total as it was read after `open`. */
  learn(totalBytes: number): void
  /** Returns false, and reserves nothing, if the company would exceed its quota. */
  reserve(bytes: number): boolean
  close(): void
}

type Company = {
  openCalls: number
  /** The total as it was last read, and what calls that had ended had reserved when that read began. */
  readBytes: number
  endedBytesAtRead: number
  endedBytes: number
  reservedBytes: number
}

/** Other processes are not counted, so each may exceed the quota by what the others store between its reads. */
export function createStoredBytes(companyBytesMax: number): StoredBytes {
  const companies = new Map<string, Company>()

  function find(companyId: string): Company {
    const found = companies.get(companyId)
    if (found) return found
    const company = { openCalls: 0, readBytes: 0, endedBytesAtRead: 0, endedBytes: 0, reservedBytes: 0 }
    companies.set(companyId, company)
    return company
  }

  return {
    open(companyId) {
      const company = find(companyId)
      company.openCalls += 1
      const endedBytesAtOpen = company.endedBytes
      let reserved = 0
      let isClosed = false
      return {
        learn(totalBytes) {
          company.readBytes = totalBytes
          company.endedBytesAtRead = endedBytesAtOpen
        },
        reserve(bytes) {
          const { readBytes, endedBytes, endedBytesAtRead, reservedBytes } = company
          const usedBytes = readBytes + endedBytes - endedBytesAtRead + reservedBytes
          if (usedBytes + bytes > companyBytesMax) return false
          // A call whose client has left is closed, and its answer is stored all the same.
          if (isClosed) company.endedBytes += bytes
          else {
            company.reservedBytes += bytes
            reserved += bytes
          }
          return true
        },
        close() {
          if (isClosed) return
          isClosed = true
          company.openCalls -= 1
          company.reservedBytes -= reserved
          // The answer may not have been stored after all; the next read corrects that.
          company.endedBytes += reserved
          if (company.openCalls === 0) companies.delete(companyId)
        },
      }
    },
  }
}
