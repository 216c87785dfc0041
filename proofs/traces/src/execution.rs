//! Execution of a trace on forms.
//!
//! Before each instruction of the job its operands are looked up among the places that hold forms;
//! whatever is not there is known, and is read from the machine. A model of the instruction
//! computes the forms that it writes. After the instruction their values are compared with what the
//! machine has written, so that each run tests the models that it uses.

use std::collections::BTreeMap;
use std::mem;
use std::rc::Rc;

use iced_x86::{
    ConditionCode, Decoder, DecoderOptions, FlowControl, Instruction, InstructionInfo,
    InstructionInfoFactory, Mnemonic, OpAccess, OpKind, Register, RflagsBits,
};
use multilinear_hash::{HashMap, HashSet};

use crate::domain::{Digits, Domain, Write, known};
use crate::models::{self, parts::shift_count};
use crate::tracee::{Registers, Tracee, Vectors};

pub type Error = Box<dyn std::error::Error>;
pub type Result<T> = std::result::Result<T, Error>;

/// The place of a byte.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    Memory(u64),
    /// A byte of a general-purpose register: its number times 8 plus the byte's.
    General(u64),
    /// A byte of a vector register: its number times 64 plus the byte's.
    Vector(u64),
}

impl Place {
    /// Returns the place `by` bytes later.
    pub const fn plus(self, by: u64) -> Self {
        match self {
            Self::Memory(at) => Self::Memory(at.wrapping_add(by)),
            Self::General(at) => Self::General(at + by),
            Self::Vector(at) => Self::Vector(at + by),
        }
    }
}

pub struct Execution<'j, D: Domain> {
    pub algebra: D,
    tracee: Tracee<'j>,
    /// The bytes that depend on a variable.
    forms: HashMap<Place, Box<[D::Digit]>>,
    /// The flags that may depend on a variable, as bits of iced's `RflagsBits`.
    tainted: u32,
    /// Those flags among them that are known as forms.
    flags: Flags<D::Flag>,
    /// Those after the instruction.
    new_flags: Flags<D::Flag>,
    registers: Registers,
    vectors: Option<Vectors>,
}

/// An instruction, and what it reads and writes.
type Decoded = (Instruction, InstructionInfo);

/// Flags as forms, where they are known.
pub struct Flags<F> {
    pub zero: Option<F>,
    pub sign: Option<F>,
    pub carry: Option<F>,
    /// The carry or zero.
    pub below_or_equal: Option<F>,
}

impl<F> Default for Flags<F> {
    fn default() -> Self {
        Self { zero: None, sign: None, carry: None, below_or_equal: None }
    }
}

/// The state that the runs of all functions share.
#[derive(Default)]
pub struct Runs {
    /// Chooses the values of the variables.
    pub seed: u64,
    /// A checksum of the addresses of the instructions of the last run.
    pub path: u64,
    /// The number of executed instructions.
    pub steps: u64,
    /// The numbers of executions of models.
    pub models: BTreeMap<String, u64>,
    /// The instructions of the program, by their addresses.
    instructions: HashMap<u64, Rc<Decoded>>,
}

impl<'j, D: Domain> Execution<'j, D> {
    /// Begins a job, which waits.
    pub fn start(job: &'j dyn Fn(), algebra: D) -> Result<Self> {
        let tracee = Tracee::start(job)?;
        let registers = tracee.registers();
        Ok(Self {
            algebra,
            tracee,
            forms: HashMap::default(),
            tainted: 0,
            flags: Flags::default(),
            new_flags: Flags::default(),
            registers,
            vectors: None,
        })
    }

    /// Sets the forms of a place, whose values it must have.
    pub fn assign(&mut self, place: Place, digits: &[D::Digit]) -> Result<()> {
        self.check(place, digits)?;
        self.write(place, digits);
        Ok(())
    }

    /// Sets the forms of the words of an object by their values, each of which must occur.
    pub fn assign_words(&mut self, object: Place, len: usize, words: &[Digits<D>]) -> Result<()> {
        let (found, missing) = self.find_words(object, len, words)?;
        found.iter().for_each(|(place, digits)| self.write(*place, digits));
        if missing == 0 {
            Ok(())
        } else {
            Err(format!("{missing} words that an object lacks").into())
        }
    }

    /// Checks that the words of an object that have the value of one of these have its form too,
    /// and that each occurs.
    pub fn check_words(&mut self, object: Place, len: usize, words: &[Digits<D>]) -> Result<()> {
        let (words, missing) = self.find_words(object, len, words)?;
        if missing > 0 {
            return Err(format!("{missing} words that an object lacks").into());
        }
        for (place, bits) in words {
            let found = self.read(place, 8)?;
            if self.algebra.difference(&found, &bits).is_some() {
                return Err(format!("the word {:#x} is another function", self.word(&bits)).into());
            }
        }
        Ok(())
    }

    /// Finds words by their values. Returns them with their places, and the number of those that
    /// are missing.
    fn find_words(
        &mut self,
        object: Place,
        len: usize,
        words: &[Digits<D>],
    ) -> Result<(Vec<Write<D>>, usize)> {
        let values = words.iter().map(|word| self.word(word));
        let values: HashMap<u64, usize> = values.enumerate().map(|(n, word)| (word, n)).collect();
        let mut missing: HashSet<u64> = values.keys().copied().collect();
        let mut found = Vec::new();
        let bytes = self.machine(object, len as u64)?;
        for (at, word) in bytes.as_chunks::<8>().0.iter().enumerate() {
            let word = u64::from_le_bytes(*word);
            if let Some(n) = values.get(&word) {
                found.push((object.plus(8 * at as u64), words[*n].clone()));
                missing.remove(&word);
            }
        }
        Ok((found, missing.len()))
    }

    /// Returns the value of a word in this run.
    fn word(&self, digits: &[D::Digit]) -> u64 {
        self.algebra.bytes(digits).iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte))
    }

    /// Runs the job to its end.
    pub fn run(&mut self, runs: &mut Runs) -> Result<()> {
        runs.path = 0;
        loop {
            self.registers = self.tracee.registers();
            self.vectors = None;
            let rip = self.registers.rip();
            let (instruction, info) = &*self.decode(rip, runs)?;
            if instruction.mnemonic() == Mnemonic::Int3 {
                return Ok(());
            }
            runs.steps += 1;
            runs.path = runs.path.rotate_left(5).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ rip;
            self.execute(instruction, info, runs).map_err(|error| {
                let registers: Vec<_> =
                    (0..16).map(|i| format!("{:x}", self.registers.general(i))).collect();
                format!("{rip:#x}: {instruction}: {error} (registers {})", registers.join(" "))
            })?;
        }
    }

    /// Returns the instruction at an address. Programs do not change.
    fn decode(&mut self, rip: u64, runs: &mut Runs) -> Result<Rc<Decoded>> {
        if let Some(known) = runs.instructions.get(&rip) {
            return Ok(Rc::clone(known));
        }
        let code = self.tracee.read(rip, 15)?;
        let instruction = Decoder::with_ip(64, &code, rip, DecoderOptions::NONE).decode();
        let info = InstructionInfoFactory::new().info(&instruction).clone();
        let decoded = Rc::new((instruction, info));
        runs.instructions.insert(rip, Rc::clone(&decoded));
        Ok(decoded)
    }

    fn execute(
        &mut self,
        instruction: &Instruction,
        info: &InstructionInfo,
        runs: &mut Runs,
    ) -> Result<()> {
        if leaves_the_model(instruction) {
            return Err("it reads or writes what is not among its operands".into());
        }
        let by_flags = self.tainted & instruction.rflags_read() != 0;
        if by_flags && self.selection(instruction).is_none() {
            return Err("a decision depends on the message or the key".into());
        }
        // Everything that the instruction reads and writes.
        let (mut reads, mut writes) = (by_flags, Vec::new());
        for used in info.used_registers() {
            let Some((place, len)) = place_of(used.register()) else {
                continue;
            };
            reads |= is_read(used.access()) && self.any_form(place, len);
            if is_written(used.access()) {
                writes.push((place, len));
            }
        }
        for used in info.used_memory() {
            let address = used.virtual_address(0, |register, _, _| self.address_register(register));
            let address = address.ok_or("an address is not known")?;
            for register in [used.base(), used.index()] {
                if let Some((place, len)) = place_of(register)
                    && self.any_form(place, len)
                {
                    return Err("an address depends on the message or the key".into());
                }
            }
            // A step of a repeated instruction is one of its iterations.
            let repeated = instruction.has_rep_prefix().then(|| instruction.memory_size());
            let len = repeated.unwrap_or_else(|| used.memory_size()).size() as u64;
            if len == 0 && !matches!(used.access(), OpAccess::NoMemAccess | OpAccess::None) {
                return Err("an access has no known length".into());
            }
            reads |= is_read(used.access()) && self.any_form(Place::Memory(address), len);
            if is_written(used.access()) {
                writes.push((Place::Memory(address), len));
            }
        }
        let modified = instruction.rflags_modified();
        if !reads {
            let keeps_flags = self.keeps_flags(instruction)?;
            self.tracee.step()?;
            for (place, len) in writes {
                self.forget(place, len);
            }
            if !keeps_flags {
                self.tainted &= !modified;
            }
            return Ok(());
        }
        let results = models::results(self, instruction)?;
        if modified != 0 {
            self.flags = mem::take(&mut self.new_flags);
        }
        *runs.models.entry(model_name(instruction.mnemonic())).or_default() += 1;
        self.tracee.step()?;
        self.registers = self.tracee.registers();
        self.vectors = None;
        for (place, bits) in results {
            self.check(place, &bits)?;
            self.write(place, &bits);
        }
        self.tainted |= modified;
        Ok(())
    }

    /// Returns whether an instruction on known operands leaves the flags as they are although it is
    /// one that sets them: a shift by nothing, or a repeated instruction, which may have no
    /// iteration.
    fn keeps_flags(&mut self, instruction: &Instruction) -> Result<bool> {
        use Mnemonic::{Rcl, Rcr, Rol, Ror, Sar, Shl, Shld, Shr, Shrd};
        let shifts = [Rcl, Rcr, Rol, Ror, Sar, Shl, Shld, Shr, Shrd];
        if shifts.contains(&instruction.mnemonic()) {
            return Ok(shift_count(self, instruction)? == 0);
        }
        Ok(instruction.has_rep_prefix() || instruction.has_repne_prefix())
    }

    fn address_register(&self, register: Register) -> Option<u64> {
        match register {
            Register::FS => Some(self.registers.fs_base()),
            Register::ES | Register::CS | Register::SS | Register::DS | Register::GS => Some(0),
            register => Some(self.registers.general(register.full_register().number())),
        }
    }

    /// Returns the address of the memory operand.
    pub fn address(&self, instruction: &Instruction, operand: u32) -> Result<u64> {
        instruction
            .virtual_address(operand, 0, |register, _, _| self.address_register(register))
            .ok_or_else(|| "an address is not known".into())
    }

    /// Returns the place of an operand and its length in bytes.
    pub fn place(&self, instruction: &Instruction, operand: u32) -> Result<(Place, u64)> {
        match instruction.op_kind(operand) {
            OpKind::Register => place_of(instruction.op_register(operand))
                .ok_or_else(|| "an operand of another kind".into()),
            OpKind::Memory | OpKind::MemoryESRDI | OpKind::MemorySegRSI => {
                let len = instruction.memory_size().size() as u64;
                Ok((Place::Memory(self.address(instruction, operand)?), len))
            }
            kind => Err(format!("an operand of kind {kind:?}").into()),
        }
    }

    /// Reads an operand of this many bytes, which may be a word that is broadcast.
    pub fn operand(
        &mut self,
        instruction: &Instruction,
        operand: u32,
        len: u64,
    ) -> Result<Digits<D>> {
        if !matches!(instruction.op_kind(operand), OpKind::Register | OpKind::Memory) {
            let value = u128::from(instruction.try_immediate(operand)?);
            return Ok(known::<D>(value, len as usize));
        }
        let (place, own) = self.place(instruction, operand)?;
        if matches!(place, Place::Memory(_)) && instruction.is_broadcast() {
            let word = self.read(place, own)?;
            return Ok(word.iter().cycle().take(D::DIGITS * len as usize).cloned().collect());
        }
        self.read(place, len)
    }

    /// Returns the stack pointer.
    pub fn stack(&self) -> u64 {
        self.registers.general(4)
    }

    /// Sets the flags after the instruction that are known as forms.
    pub fn set_flags(&mut self, flags: Flags<D::Flag>) {
        self.new_flags = flags;
    }

    pub fn set_carry(&mut self, carry: Option<D::Flag>) {
        self.new_flags.carry = carry;
    }

    pub fn set_below_or_equal(&mut self, flag: D::Flag) {
        self.new_flags.below_or_equal = Some(flag);
    }

    /// Returns the carry before the instruction.
    pub fn carry(&self) -> Result<D::Flag> {
        if self.tainted & RflagsBits::CF == 0 {
            return Ok(D::flag(self.registers.flags() & 1 == 1));
        }
        self.flags.carry.clone().ok_or_else(|| "a carry that is not known as a form".into())
    }

    /// Returns the condition of an instruction that selects by it and does not jump, or the carry
    /// that it adds, if that depends on a variable and is known as a form.
    pub fn selection(&self, instruction: &Instruction) -> Option<D::Flag> {
        let jumps = instruction.flow_control() != FlowControl::Next;
        let (flag, form, negated) = match instruction.condition_code() {
            _ if jumps => return None,
            _ if matches!(instruction.mnemonic(), Mnemonic::Adc | Mnemonic::Sbb) => {
                (RflagsBits::CF, &self.flags.carry, false)
            }
            ConditionCode::e => (RflagsBits::ZF, &self.flags.zero, false),
            ConditionCode::ne => (RflagsBits::ZF, &self.flags.zero, true),
            ConditionCode::s => (RflagsBits::SF, &self.flags.sign, false),
            ConditionCode::ns => (RflagsBits::SF, &self.flags.sign, true),
            ConditionCode::b => (RflagsBits::CF, &self.flags.carry, false),
            ConditionCode::ae => (RflagsBits::CF, &self.flags.carry, true),
            ConditionCode::be => {
                (RflagsBits::CF | RflagsBits::ZF, &self.flags.below_or_equal, false)
            }
            ConditionCode::a => (RflagsBits::CF | RflagsBits::ZF, &self.flags.below_or_equal, true),
            _ => return None,
        };
        let form = form.as_ref().filter(|_| self.tainted & flag == flag)?;
        Some(if negated { D::not(form) } else { form.clone() })
    }

    /// Returns whether the condition of a conditional move holds. The flags that it reads are
    /// known.
    pub fn condition(&self, instruction: &Instruction) -> Result<bool> {
        let flag = |bit: u32| self.registers.flags() >> bit & 1 == 1;
        let (carry, zero, sign) = (flag(0), flag(6), flag(7));
        Ok(match instruction.condition_code() {
            ConditionCode::e => zero,
            ConditionCode::ne => !zero,
            ConditionCode::s => sign,
            ConditionCode::ns => !sign,
            ConditionCode::b => carry,
            ConditionCode::ae => !carry,
            ConditionCode::a => !carry && !zero,
            ConditionCode::be => carry || zero,
            other => return Err(format!("no model of the condition {other:?}").into()),
        })
    }

    /// Returns the value of a mask register before the instruction.
    pub fn mask(&mut self, register: Register) -> Result<u64> {
        Ok(self.vectors()?.mask(register.number()))
    }

    fn vectors(&mut self) -> Result<&Vectors> {
        if self.vectors.is_none() {
            self.vectors = Some(self.tracee.vectors());
        }
        self.vectors.as_ref().ok_or_else(|| "no registers".into())
    }

    /// Reads digits, known or not.
    pub fn read(&mut self, place: Place, len: u64) -> Result<Digits<D>> {
        let known = self.machine(place, len)?;
        let mut digits = Vec::with_capacity(D::DIGITS * len as usize);
        for (i, byte) in known.iter().enumerate() {
            match self.forms.get(&place.plus(i as u64)) {
                Some(form) => digits.extend_from_slice(form),
                None => D::push_known(&mut digits, *byte),
            }
        }
        Ok(digits)
    }

    /// Reads what the machine has in a place.
    pub fn machine(&mut self, place: Place, len: u64) -> Result<Vec<u8>> {
        let slice = |bytes: &[u8], from: u64| bytes[from as usize..][..len as usize].to_vec();
        Ok(match place {
            Place::Memory(address) => {
                let bytes = self.tracee.read(address, len as usize)?;
                if bytes.len() as u64 != len {
                    return Err("a place in memory is not readable".into());
                }
                bytes
            }
            Place::General(at) => {
                slice(&self.registers.general(at as usize / 8).to_le_bytes(), at % 8)
            }
            Place::Vector(at) => slice(&self.vectors()?.vector(at as usize / 64), at % 64),
        })
    }

    /// Compares values of forms with the machine's.
    fn check(&mut self, place: Place, digits: &[D::Digit]) -> Result<()> {
        let bytes = self.machine(place, (digits.len() / D::DIGITS) as u64)?;
        let found = self.algebra.bytes(digits);
        if bytes == found {
            return Ok(());
        }
        Err(format!("the model has {found:x?} where the machine has {bytes:x?}, at {place:x?}")
            .into())
    }

    fn write(&mut self, place: Place, digits: &[D::Digit]) {
        let digits = self.algebra.written(digits);
        for (i, byte) in digits.chunks_exact(D::DIGITS).enumerate() {
            let place = place.plus(i as u64);
            if D::known_byte(byte).is_some() {
                self.forms.remove(&place);
            } else {
                self.forms.insert(place, byte.into());
            }
        }
    }

    fn forget(&mut self, place: Place, len: u64) {
        for i in 0..len {
            self.forms.remove(&place.plus(i));
        }
    }

    fn any_form(&self, place: Place, len: u64) -> bool {
        (0..len).any(|i| self.forms.contains_key(&place.plus(i)))
    }
}

/// Returns whether an instruction saves or restores registers that it does not name, or calls the
/// kernel.
fn leaves_the_model(instruction: &Instruction) -> bool {
    use Mnemonic::*;
    instruction.is_save_restore_instruction()
        || matches!(instruction.mnemonic(), Syscall | Sysenter | Int)
}

/// A conditional write counts as a read, because the old value may stay.
fn is_read(access: OpAccess) -> bool {
    matches!(
        access,
        OpAccess::Read
            | OpAccess::CondRead
            | OpAccess::ReadWrite
            | OpAccess::ReadCondWrite
            | OpAccess::CondWrite
    )
}

fn is_written(access: OpAccess) -> bool {
    matches!(
        access,
        OpAccess::Write | OpAccess::CondWrite | OpAccess::ReadWrite | OpAccess::ReadCondWrite
    )
}

/// Returns the place of a register and its length. Mask and segment registers never hold forms.
pub fn place_of(register: Register) -> Option<(Place, u64)> {
    let number = register.full_register().number() as u64;
    if register.is_gpr() {
        let high = matches!(register, Register::AH | Register::BH | Register::CH | Register::DH);
        Some((Place::General(8 * number + u64::from(high)), register.size() as u64))
    } else if register.is_vector_register() {
        Some((Place::Vector(64 * number), register.size() as u64))
    } else {
        None
    }
}

/// Returns the name of an instruction without its encoding.
fn model_name(mnemonic: Mnemonic) -> String {
    format!("{mnemonic:?}").to_lowercase()
}
