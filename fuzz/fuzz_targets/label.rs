#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| chaffinch_fuzz::run("label", bytes));
