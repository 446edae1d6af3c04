// Loaded before the fuzzer (`node --require`). Its program is built for glibc 2.38, but of the newer functions it needs only strtol and
// strtoul under their names for C23. On an older glibc, a copy with the old names is loaded instead.
'use strict';
const { mkdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

const [SYMBOLS, VERSIONS_NEEDED, VERSION_INDEXES] = [11, 0x6ffffffe, 0x6fffffff];
/** The flag of a version that may be missing, and the index of a symbol without a version. */
const [MAY_BE_MISSING, NO_VERSION] = [2, 1];
const NEWER_VERSIONS = /^GLIBC_2\.38$|^GLIBCXX_3\.4\.32$/;
const C23_PREFIX = '__isoc23_';
/** A marker that is never called. */
const MARKER = '_ZSt21ios_base_library_initv';

/** Returns the ELF file without the need for the newer versions. */
function withoutNewerVersions(file) {
  const elf = Buffer.from(file);
  const sections = Array.from({ length: elf.readUInt16LE(60) }, (_, index) => {
    const at = Number(elf.readBigUInt64LE(40)) + index * elf.readUInt16LE(58);
    return {
      type: elf.readUInt32LE(at + 4),
      offset: Number(elf.readBigUInt64LE(at + 24)),
      size: Number(elf.readBigUInt64LE(at + 32)),
      link: elf.readUInt32LE(at + 40),
    };
  });
  const section = (type) => sections.find((each) => each.type === type);
  const textOf = ({ link }, position) => {
    const start = sections[link].offset + position;
    return elf.toString('latin1', start, elf.indexOf(0, start));
  };

  const needed = section(VERSIONS_NEEDED);
  for (let at = needed.offset, next = -1; next !== 0; at += next) {
    for (let entry = at + elf.readUInt32LE(at + 8), step = -1; step !== 0; entry += step) {
      if (NEWER_VERSIONS.test(textOf(needed, elf.readUInt32LE(entry + 8))))
        elf.writeUInt16LE(MAY_BE_MISSING, entry + 4);
      step = elf.readUInt32LE(entry + 12);
    }
    next = elf.readUInt32LE(at + 12);
  }

  const symbols = section(SYMBOLS);
  for (let index = 0; index * 24 < symbols.size; index += 1) {
    const at = symbols.offset + index * 24;
    const name = textOf(symbols, elf.readUInt32LE(at));
    if (!name.startsWith(C23_PREFIX) && name !== MARKER) continue;
    if (name === MARKER) elf.writeUInt8(0x20 | (elf.readUInt8(at + 4) & 0xf), at + 4);
    else elf.writeUInt32LE(elf.readUInt32LE(at) + C23_PREFIX.length, at);
    elf.writeUInt16LE(NO_VERSION, section(VERSION_INDEXES).offset + index * 2);
  }
  return elf;
}

const load = process.dlopen;
process.dlopen = (module, filename, ...flags) => {
  try {
    return load(module, filename, ...flags);
  } catch (error) {
    if (!/version `GLIBC(XX)?_/.test(String(error?.message))) throw error;
    const folder = join(__dirname, '../dist');
    const copy = join(folder, `fuzzer-${process.pid}.node`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(copy, withoutNewerVersions(readFileSync(filename)));
    try {
      return load(module, copy, ...flags);
    } finally {
      rmSync(copy);
    }
  }
};
