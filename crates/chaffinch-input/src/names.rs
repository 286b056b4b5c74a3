//! From the names of hosts to network addresses.

use crate::options::Addresses;
use std::fmt;
use std::net::IpAddr;
use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::NextTimeout;

/// Finds addresses as the system does, and leaves out those that may not be fetched from. The
/// connection is made to the addresses that were checked, so that a second answer of the name server
/// changes nothing; each redirect is checked again.
#[derive(Debug)]
pub(crate) struct Names {
    allowed: Addresses,
    system: DefaultResolver,
}

impl Names {
    pub fn new(allowed: Addresses) -> Names {
        Names { allowed, system: DefaultResolver::default() }
    }
}

impl Resolver for Names {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = self.system.resolve(uri, config, timeout).map_err(|error| match error {
            // Whatever the system says of a name it cannot find, this is what it means.
            ureq::Error::Io(_) => ureq::Error::HostNotFound,
            error => error,
        })?;
        if self.allowed == Addresses::Any {
            return Ok(found);
        }
        let mut public = self.empty();
        for address in found.iter().filter(|address| is_public(address.ip())) {
            public.push(*address);
        }
        if public.is_empty() { Err(ureq::Error::Other(Box::new(NotPublic))) } else { Ok(public) }
    }
}

/// A host has no public address.
#[derive(Debug)]
pub(crate) struct NotPublic;

impl fmt::Display for NotPublic {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("is not on the public internet, and only public addresses may be fetched here")
    }
}

impl std::error::Error for NotPublic {}

/// Whether an address belongs to the public internet.
fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(v4) => {
            let [a, b, c, _] = v4.octets();
            !(v4.is_private()
                || v4.is_loopback()
                || v4.is_link_local()
                || v4.is_multicast()
                || v4.is_documentation()
                || a == 0
                || a >= 240
                || (a == 100 && (64..128).contains(&b))
                || (a == 192 && b == 0 && c == 0)
                || (a == 192 && b == 88 && c == 99)
                || (a == 198 && (18..20).contains(&b)))
        }
        IpAddr::V6(v6) => {
            let s = v6.segments();
            // Only 2000::/3 is handed out; parts of it lead elsewhere: documentation, Teredo, and 6to4,
            // which would carry an IPv4 address past the check above.
            (s[0] & 0xe000) == 0x2000
                && s[0] != 0x2002
                && !(s[0] == 0x2001 && (s[1] < 0x0200 || s[1] == 0x0db8))
                && s[0] != 0x3fff
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn private_addresses_are_not_public_in_any_disguise() {
        for address in [
            "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0",
            "255.255.255.255", "224.0.0.1", "::1", "::", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
            "64:ff9b::7f00:1", "2002:7f00:1::", "fe80::1", "fc00::1", "2001:db8::1",
        ] {
            assert!(!is_public(address.parse().unwrap()), "{address}");
        }
        for address in ["93.184.216.34", "8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8"] {
            assert!(is_public(address.parse().unwrap()), "{address}");
        }
    }
}
