/** The index as a file: only a short cut. One that is missing, old, torn or damaged is made again from the log. */
import { open, rename } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { isErrno } from '../kit/errors.ts';
import { syncFolder } from '../kit/files.ts';
import { scheme } from './features.ts';
import { Postings, type Merged } from './postings.ts';

/** The first 256 bytes of the file, as JSON padded with blanks. */
interface Header {
  readonly kintsugiMemory: 1;
  readonly scheme: number;
  /** Bytes of the log that it covers. */
  readonly covered: number;
  /** Lines that could not be read among them. */
  readonly damaged: number;
  readonly docs: number;
  readonly features: number;
  readonly postings: number;
  readonly crc: number;
}

export interface Snapshot {
  readonly postings: Postings;
  readonly covered: number;
  readonly damaged: number;
}

const headerBytes = 256;
const pieceBytes = 4 * 1024 * 1024;

/** In the order in which they lie in the file: the widest first, so that each begins at a multiple of its width. */
function sectionsOf({ stored, columns, size }: Merged): Uint8Array[] {
  const views = [
    columns.offsets.subarray(0, size),
    stored.features,
    stored.starts,
    stored.docs,
    columns.lengths.subarray(0, size),
    columns.scales.subarray(0, size),
    stored.counts,
    columns.spaces.subarray(0, size),
  ];
  return views.map((view) => new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
}

/** Replaces `file` atomically; durable when it resolves. Written in pieces, so that nothing else has to wait. */
export async function writeSnapshot(
  file: string,
  merged: Merged,
  facts: { covered: number; damaged: number; step(): void },
): Promise<void> {
  const temporary = `${file}.tmp`;
  const handle = await open(temporary, 'w', 0o600);
  try {
    let crc = 0;
    let at = headerBytes;
    for (const section of sectionsOf(merged)) {
      for (let from = 0; from < section.length; from += pieceBytes) {
        const piece = section.subarray(from, from + pieceBytes);
        crc = crc32(piece, crc);
        for (let done = 0; done < piece.length;)
          done += (await handle.write(piece, done, piece.length - done, at + done)).bytesWritten;
        at += piece.length;
        await handle.datasync(); // else a line of the log, synced meanwhile, would wait for the whole index
      }
    }
    const header: Header = {
      kintsugiMemory: 1,
      scheme,
      covered: facts.covered,
      damaged: facts.damaged,
      docs: merged.size,
      features: merged.stored.features.length,
      postings: merged.stored.docs.length,
      crc,
    };
    facts.step();
    await handle.write(JSON.stringify(header).padEnd(headerBytes), 0);
    await handle.sync();
  } finally {
    await handle.close();
  }
  facts.step();
  await rename(temporary, file);
  syncFolder(path.dirname(file));
  facts.step();
}

/** Null where there is none that fits this log of `logBytes`. */
export async function readSnapshot(file: string, logBytes: number): Promise<Snapshot | null> {
  let read: { bytes: ArrayBuffer; crc: number };
  try {
    read = await readPieces(file);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return null;
    throw error;
  }
  const { bytes, crc } = read;
  const header = headerOf(bytes);
  if (header === null || header.scheme !== scheme || header.covered > logBytes) return null;
  if (crc !== header.crc) return null;
  const take = sectionsIn(bytes);
  const offsets = new Float64Array(...take(header.docs, 8));
  const features = new Uint32Array(...take(header.features, 4));
  const starts = new Uint32Array(...take(header.features + 1, 4));
  const docs = new Uint32Array(...take(header.postings, 4));
  const lengths = new Uint32Array(...take(header.docs, 4));
  const scales = new Float32Array(...take(header.docs, 4));
  const counts = new Uint8Array(...take(header.postings, 1));
  const spaces = new Uint8Array(...take(header.docs, 1));
  const columns = { offsets, spaces, lengths, scales };
  const postings = new Postings({ features, starts, docs, counts }, columns, header.docs);
  return { postings, covered: header.covered, damaged: header.damaged };
}

/** In pieces of 4 MiB, so that the event loop goes on between them; with the checksum of what follows the header. */
async function readPieces(file: string): Promise<{ bytes: ArrayBuffer; crc: number }> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const bytes = new ArrayBuffer(size);
    let crc = 0;
    for (let at = 0; at < size;) {
      const { bytesRead } = await handle.read(new Uint8Array(bytes, at, Math.min(pieceBytes, size - at)), {
        position: at,
      });
      if (bytesRead === 0) break;
      const from = Math.max(at, headerBytes);
      at += bytesRead;
      if (at > from) crc = crc32(new Uint8Array(bytes, from, at - from), crc);
    }
    return { bytes, crc };
  } finally {
    await handle.close();
  }
}

function headerOf(bytes: ArrayBuffer): Header | null {
  if (bytes.byteLength < headerBytes) return null;
  try {
    const header = JSON.parse(Buffer.from(bytes, 0, headerBytes).toString('latin1')) as Header;
    const { docs, features, postings } = header;
    const size = headerBytes + docs * 17 + features * 8 + 4 + postings * 5;
    return header.kintsugiMemory === 1 && size === bytes.byteLength ? header : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null; // the header is written last: this file was never finished
    throw error;
  }
}

function sectionsIn(bytes: ArrayBuffer): (length: number, width: number) => [ArrayBuffer, number, number] {
  let at = headerBytes;
  return (length, width) => {
    const from = at;
    at += length * width;
    return [bytes, from, length];
  };
}
