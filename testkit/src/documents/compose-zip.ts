import { crc32, deflateRawSync } from 'node:zlib'

export type ZipPlanEntry = {
  name: string
  data: Buffer
  /** The size to declare in the archive instead of the real one. */
  claimedBytes?: number
}

export function composeZip(entries: readonly ZipPlanEntry[]): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  // Entries may share their data, as those of a zip bomb do.
  const packedData = new Map<Buffer, Buffer>()
  let offset = 0
  for (const { name, data, claimedBytes = data.length } of entries) {
    const packed = packedData.get(data) ?? deflateRawSync(data)
    packedData.set(data, packed)
    const title = Buffer.from(name)
    const sizes = Buffer.alloc(12)
    sizes.writeUInt32LE(crc32(data), 0)
    sizes.writeUInt32LE(packed.length, 4)
    sizes.writeUInt32LE(claimedBytes, 8)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(20, 4)
    local.writeUInt16LE(8, 8)
    sizes.copy(local, 14)
    local.writeUInt16LE(title.length, 26)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    central.writeUInt16LE(20, 4)
    central.writeUInt16LE(20, 6)
    central.writeUInt16LE(8, 10)
    sizes.copy(central, 16)
    central.writeUInt16LE(title.length, 28)
    central.writeUInt32LE(offset, 42)
    locals.push(local, title, packed)
    directory.push(central, title)
    offset += local.length + title.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(
    directory.reduce((sum, part) => sum + part.length, 0),
    12,
  )
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, ...directory, end])
}
