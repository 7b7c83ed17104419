//! A terminal in an instance: a shell with two sockets, one for its bytes and one for what is done with it.
use super::{Incus, socket::Socket};
use futures_util::{SinkExt, StreamExt};
use hosting_kernel::providers::{
    Failure,
    hypervisor::{Size, Terminal},
};
use serde_json::json;
use std::time::Duration;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, DuplexStream},
    sync::mpsc,
    time::timeout,
};
use tokio_tungstenite::tungstenite::Message;
use uuid::Uuid;

/// The shell of its administrator: bash where there is one.
const SHELL: &str = "cd; if [ -x /bin/bash ]; then exec /bin/bash -l; else exec /bin/sh -l; fi";
/// That the terminal hung up (POSIX, `<signal.h>`).
const HANGUP: i32 = 1;
/// How long what the shell showed last may take.
const LAST: Duration = Duration::from_secs(5);
/// Bytes on their way, in each direction.
const PIPE: usize = 64 << 10;

impl Incus {
    pub(super) async fn open_terminal(&self, id: Uuid, size: Size) -> Result<Terminal, Failure> {
        let body = json!({
            "command": ["/bin/sh", "-c", SHELL],
            "environment": { "TERM": "xterm-256color", "HOME": "/root", "USER": "root" },
            "interactive": true,
            "wait-for-websocket": true,
            "width": size.columns,
            "height": size.rows,
        });
        let begun = self.exec(id, &body).await?;
        let control = self.socket(&begun, "control").await?;
        let bytes = self.socket(&begun, "0").await?;
        let (near, far) = tokio::io::duplex(PIPE);
        let (resize, sizes) = mpsc::channel(8);
        tokio::spawn(async move {
            let (mut bytes, mut control) = (bytes, control);
            // Whoever was there has hung up, or the shell has ended: nobody is to be told.
            let _ended = relay(far, sizes, &mut bytes, &mut control).await;
            let hang_up = json!({ "command": "signal", "signal": HANGUP }).to_string();
            let _ended = control.send(Message::text(hang_up)).await;
            let _ended = bytes.close(None).await;
            let _ended = control.close(None).await;
        });
        Ok(Terminal { bytes: Box::new(near), resize })
    }
}

type Broken = Box<dyn std::error::Error + Send + Sync>;

async fn relay(
    mut pipe: DuplexStream,
    mut sizes: mpsc::Receiver<Size>,
    bytes: &mut Socket,
    control: &mut Socket,
) -> Result<(), Broken> {
    let mut typed = vec![0; 8 << 10];
    loop {
        tokio::select! {
            count = pipe.read(&mut typed) => match count? {
                0 => return Ok(()),
                count => bytes.send(Message::binary(typed[..count].to_vec())).await?,
            },
            Some(size) = sizes.recv() => control.send(Message::text(told(size))).await?,
            shown = bytes.next() => match shown {
                Some(Ok(Message::Binary(piece))) => pipe.write_all(&piece).await?,
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                // A text is the end of what is shown.
                _ => return Ok(pipe.flush().await?),
            },
            // It is read so that it is answered; it ends with the shell.
            heard = control.next() => match heard {
                Some(Ok(Message::Close(_)) | Err(_)) | None => {
                    return timeout(LAST, drain(&mut pipe, bytes)).await?;
                }
                Some(Ok(_)) => {}
            },
        }
    }
}

/// What the shell showed last, up to its end.
async fn drain(pipe: &mut DuplexStream, bytes: &mut Socket) -> Result<(), Broken> {
    while let Some(Ok(Message::Binary(piece))) = bytes.next().await {
        pipe.write_all(&piece).await?;
    }
    Ok(pipe.flush().await?)
}

/// A new size, as the server reads it.
fn told(size: Size) -> String {
    let (width, height) = (size.columns.to_string(), size.rows.to_string());
    json!({ "command": "window-resize", "args": { "width": width, "height": height } }).to_string()
}
