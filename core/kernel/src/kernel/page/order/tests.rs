use super::*;

type Key = (Time, Uuid);

fn by_moment(prefix: &'static str) -> Order<Key> {
    Order { prefix, by: Vec::new(), descending: false, key: |one| moment_key(one.0, one.1), place: moment }
}

#[test]
fn a_place_among_moments_is_read_back_and_another_text_is_refused() {
    let id = Uuid::from_u128(7);
    for millis in [-62_167_219_200_000, 0, 1_795_181_058_042, 253_402_300_799_999] {
        let at = Time::of_millis(millis);
        assert_eq!(moment(&moment_key(at, id)), Some(vec![Expr::val(at), Expr::val(id)]));
    }
    assert_eq!(never().to_string(), NEVER);
    for wrong in [
        "",
        ".",
        "x.y",
        "1f",
        "zz.00000000000000000000000000000007",
        "é.é",
        // Years that the databases do not know.
        "-1c4c4a2a2a2a2a.00000000000000000000000000000007",
        "e677d21fdc00.00000000000000000000000000000007",
    ] {
        assert_eq!(moment(wrong), None, "{wrong}");
    }
}

#[test]
fn a_place_among_texts_is_read_back_and_another_text_is_refused() {
    let id = Uuid::from_u128(7);
    for name in ["baobab.example", "", "a/b", "näme, with = & % signs", "\n"] {
        assert_eq!(text(&text_key(name, id)), Some(vec![Expr::val(name), Expr::val(id)]), "{name}");
    }
    for wrong in ["", "name", "name/", "name/7", "a\0b/00000000000000000000000000000007"] {
        assert_eq!(text(wrong), None, "{wrong:?}");
    }
}

#[test]
fn a_cursor_is_of_its_own_order() {
    let cursor = moment_key(Time::of_millis(7), Uuid::from_u128(7));
    let (usual, ends) = (by_moment(""), by_moment("expires_at/"));
    assert!(usual.read(&cursor).is_some());
    assert!(ends.read(&cursor).is_none());
    assert!(ends.read(&format!("expires_at/{cursor}")).is_some());
    assert!(usual.read(&format!("expires_at/{cursor}")).is_none());
}
